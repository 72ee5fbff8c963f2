import type { ExecutorFields } from "../../nouns/executor.ts";

/** The keys that say what the answer is. */
export const responseFields = {
  responseSchema: {
    kind: "data",
    names: "data",
    description:
      "JSON Schema of the body, or the name of a file with it: the body of every answer is validated against it (class provider where it does not fit), and it types the result.",
    schema: { type: ["object", "string"], minLength: 1 },
  },
  openapi: {
    kind: "settings",
    description:
      "The operation of an OpenAPI description that is asked: it types the answer, and the request is checked against it.",
    fields: {
      file: {
        kind: "name",
        names: "data",
        required: true,
        description: "The OpenAPI description, JSON or YAML; its path starts at the workflow's folder.",
        schema: { minLength: 1 },
      },
      operation: {
        kind: "name",
        required: true,
        description: "The operationId, or method and path: GET /users/{id}.",
        schema: { minLength: 1 },
      },
    },
  },
} as const satisfies ExecutorFields;
