import type { BlockResult, PlanTools, ResultTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan.ts";
import type { ExecutorSyntax, Scripts } from "../../nouns/syntax.ts";
import { intType, mapOf, mapType } from "../../nouns/value-type.ts";
import { type GivenSchema, givenSchema, planSchema } from "../schema-file.ts";
import { checkOperation } from "./check-operation.ts";
import { type Operation, operationsIn, wantedOperation } from "./openapi.ts";

/** The result where a schema gives the body; else undefined. */
export function resultOfRequest(block: ExecutorSyntax, { scripts, schemaType }: ResultTools): BlockResult | undefined {
  const given = responseSchema(block, scripts);
  if (given === undefined) return undefined;
  const body = schemaType(given.schema, "closed");
  return {
    main: "body",
    type: mapOf({ statusCode: intType, headers: mapType, body }),
    typeName: "HttpResult",
    fallbackName: "httpFallback",
  };
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
