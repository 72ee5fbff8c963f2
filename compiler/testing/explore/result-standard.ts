import type { ErrorObject } from "ajv";
import type { JsonSchema } from "../../describe/json-schema.ts";
import { schemaOfType, schemaOfValue } from "../../describe/json-schema.ts";
import { successSchema } from "../../describe/response-schema.ts";
import { resultType } from "../../describe/result-type.ts";
import type { Plan } from "../../nouns/plan.ts";
import { requestedRoute } from "../requested-route.ts";
import type { Misfit, Standard } from "./judge.ts";
import { type FindMisfit, misfitFinder } from "./schema-validator.ts";

/** Holds results against what the workflow says of them: as a tool of agents, or in its OpenAPI description. */
export function resultStandard(plan: Plan): Pick<Standard, "misfit"> {
  const compiled = new Map<string, FindMisfit>();
  const finderOf = (answer: string, make: () => JsonSchema): FindMisfit => {
    const known = compiled.get(answer) ?? misfitFinder(make());
    compiled.set(answer, known);
    return known;
  };
  return {
    misfit: ({ request }, result) => {
      const answer = request && requestedRoute(plan, request)?.answer;
      const resource = plan.resources.find(({ id }) => id === answer);
      const find = finderOf(answer ?? "", () => (answer === undefined ? ownSchema(plan) : successSchema(resource)));
      const error = find(result);
      return error && misfitOf(error);
    },
  };
}

/** Types of JSON Schema as `type()` names them. */
const typeNames: Readonly<Record<string, readonly string[]>> = {
  boolean: ["bool"],
  integer: ["int"],
  number: ["int", "float"],
  object: ["map"],
  null: ["nil"],
};

function misfitOf({ instancePath, keyword, params, message = "" }: ErrorObject): Misfit {
  const parts = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const way = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `[${JSON.stringify(part)}]`)).join("");
  const types = [params["type"]].flat().flatMap((type) => typeNames[String(type)] ?? [String(type)]);
  const fits =
    keyword === "required"
      ? `${JSON.stringify(params["missingProperty"])} in value${way}`
      : `type(value${way}) in ${JSON.stringify(types)}`;
  return { path: parts.join(".") || "result", message, fits };
}

function ownSchema(plan: Plan): JsonSchema {
  const response = plan.resources.find(({ id }) => id === plan.target)?.response;
  if (response === undefined) return schemaOfType(resultType(plan));
  const properties = { success: schemaOfValue(response.success), response: schemaOfValue(response.response) };
  return { type: "object", required: ["success", "response"], properties };
}
