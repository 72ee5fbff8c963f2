import type { BlockResult, PlanTools, ResultTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import { anyType, intType, mapOf, optional, stringType, type ValueType } from "../../nouns/value-type.ts";
import { type GivenSchema, givenSchema, planSchema } from "../schema-file.ts";
import { checkOperation } from "./check-operation.ts";
import { type Operation, operationsIn, wantedOperation } from "./openapi.ts";
import type { Schema } from "./openapi-schema.ts";

/** The result where schemas give the body or headers; else undefined. */
export function resultOfRequest(block: ExecutorSyntax, tools: ResultTools): BlockResult | undefined {
  const given = responseSchema(block, tools.scripts);
  const headers = operationOf(block, tools.scripts)?.responseHeaders ?? new Map<string, Schema>();
  if (given === undefined && headers.size === 0) return undefined;
  const body = given === undefined ? anyType : tools.schemaType(given.schema, "closed");
  return {
    main: "body",
    type: mapOf({ statusCode: intType, headers: headersType(headers, tools), body }),
    typeName: "HttpResult",
    fallbackName: "httpFallback",
  };
}

/** Headers are texts, and any of them may be missing. */
function headersType(headers: ReadonlyMap<string, Schema>, { schemaType }: ResultTools): ValueType {
  const fields = [...headers].map(([name, schema]) => {
    const type = schemaType(schema);
    return [name.toLowerCase(), optional(type.kind === "string" ? type : stringType)] as const;
  });
  return { kind: "map", fields: Object.fromEntries(fields), open: true };
}

/** The call, with the schema of the body as a validator. */
export function planRequest(block: ExecutorSyntax, tools: PlanTools): PlanAction {
  const { options, resource, scripts } = tools;
  const others = options.filter(({ key }) => key !== "responseSchema" && key !== "openapi");
  const operation = operationOf(block, scripts);
  if (operation !== undefined) checkOperation(operation, block, tools);
  const given = responseSchema(block, scripts);
  const schema = given && { key: "responseSchema", value: planSchema(`${resource}#response`, given) };
  return { runtime: "httpClient", options: [...others, ...(schema === undefined ? [] : [schema])] };
}

function responseSchema(block: ExecutorSyntax, scripts: Scripts): Pick<GivenSchema, "schema" | "at"> | undefined {
  const own = givenSchema(block.fields.get("responseSchema"), scripts);
  const openapi = block.fields.get("openapi");
  const response = operationOf(block, scripts)?.response;
  return own ?? (openapi && response && { schema: response, at: openapi.span });
}

/** The operation that the block asks; undefined where it names none that there is. */
function operationOf(block: ExecutorSyntax, scripts: Scripts): Operation | undefined {
  const wanted = wantedOperation(block.fields.get("openapi"), scripts);
  return wanted?.node && operationsIn(wanted.node).get(wanted.operation);
}
