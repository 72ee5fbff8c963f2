import type { PlanResource } from "../nouns/plan-resource.ts";
import { type JsonSchema, schemaOfType, schemaOfValue } from "./json-schema.ts";

/** What the answer of a resource looks like: `success` and `response`. */
export function successSchema(answer: PlanResource | undefined): JsonSchema {
  const { response, result } = answer ?? {};
  const main =
    result?.type.kind === "map" && result.main !== undefined ? result.type.fields?.[result.main] : result?.type;
  const body = response === undefined ? schemaOfType(main ?? { kind: "any" }) : schemaOfValue(response.response);
  const success = response === undefined ? { type: "boolean" } : schemaOfValue(response.success);
  return { type: "object", required: ["success", "response"], properties: { success, response: body } };
}
