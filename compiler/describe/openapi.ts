import type { OpenAPIV3_1 as OpenApi } from "openapi-types";
import type { Plan, PlanRequest } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { type AskedInput, fileOf, inputsOf } from "./inputs.ts";
import type { JsonSchema } from "./json-schema.ts";
import { successSchema } from "./response-schema.ts";

/**
 * The OpenAPI 3.1 description of a server workflow (https://spec.openapis.org/oas/v3.1.1): a path for each route,
 * inputs as its parameters or the fields of its body, the static type of its response.
 */
export function emitOpenApi(plan: Plan): OpenApi.Document {
  const paths = new Map<string, OpenApi.PathItemObject>();
  for (const request of plan.requests) {
    const path = request.path.replaceAll(/:(\w+)/g, "{$1}");
    const operations = paths.get(path) ?? {};
    paths.set(path, { ...operations, [request.method.toLowerCase()]: operation(request, plan) });
  }
  const { apiServer } = plan;
  const secured = apiServer?.token !== undefined;
  return {
    openapi: "3.1.0",
    info: {
      title: plan.name,
      version: plan.version ?? "0.0.0",
      ...(plan.description && { description: plan.description }),
    },
    servers: [{ url: `http://${apiServer?.host ?? "127.0.0.1"}:${apiServer?.port ?? 16395}` }],
    ...(secured && { security: [{ bearer: [] }] }),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: errorSchema },
      ...(secured && { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } }),
    },
  };
}

const errorSchema: OpenApi.SchemaObject = {
  type: "object",
  required: ["success", "error"],
  properties: {
    success: { const: false },
    error: {
      type: "object",
      required: ["code", "message", "failureClass"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        failureClass: { enum: ["validation", "provider", "timeout", "compile", "preflight", "infra", "tool_runtime"] },
        actionId: { type: "string" },
      },
    },
  },
};

/** Media types and the schemas of what is sent as them. */
type Content = OpenApi.RequestBodyObject["content"];

const bodyless = new Set(["GET", "HEAD", "DELETE"]);

function operation(request: PlanRequest, plan: Plan): OpenApi.OperationObject {
  const needed = new Set(request.resources);
  const resources = plan.resources.filter(({ id }) => needed.has(id));
  const answer = resources.find(({ id }) => id === request.answer);
  const inputs = inputsOf(resources, plan);
  const inPath = [...request.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const others = inputs.filter(({ name }) => !inPath.includes(name));
  const inBody = !bodyless.has(request.method);
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: inputs.find((input) => input.name === name)?.schema ?? { type: "string" },
    })),
    ...(inBody ? [] : others.map(({ name, schema, required }) => ({ name, in: "query", required, schema }))),
  ];
  return {
    operationId: `${request.method.toLowerCase()}${request.path.replaceAll(/\W+/g, "_")}`.replace(/_$/, ""),
    ...(answer?.description && { description: answer.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(inBody && { requestBody: requestBody(others, fileOf(resources)) }),
    responses: {
      [successStatus(answer)]: { description: "The response", content: json(successSchema(answer)) },
      default: { description: "What went wrong", content: json({ $ref: "#/components/schemas/Error" }) },
    },
  };
}

/** A file comes in a form; where it may be left out, JSON does as well. */
function requestBody(inputs: readonly AskedInput[], file: ReturnType<typeof fileOf>): OpenApi.RequestBodyObject {
  const upload = {
    name: "file",
    schema: { contentMediaType: "application/octet-stream" },
    required: file === "required",
  };
  const fields = inputs.filter(({ name }) => name !== upload.name);
  const form: Content = file === "none" ? {} : { "multipart/form-data": { schema: bodySchema([...fields, upload]) } };
  const content = file === "required" ? form : { ...json(bodySchema(fields)), ...form };
  return { required: file === "required" || fields.some(({ required }) => required), content };
}

function bodySchema(fields: readonly AskedInput[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function successStatus(answer: PlanResource | undefined): string {
  const status = answer?.response?.statusCode;
  return status?.kind === "constant" ? String(status.value) : "200";
}

function json(schema: JsonSchema): Content {
  return { "application/json": { schema } };
}
