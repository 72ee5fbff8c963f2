import type { ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../describe/json-schema.ts";
import { schemaOfType, schemaOfValue } from "../../describe/json-schema.ts";
import { successSchema } from "../../describe/response-schema.ts";
import { resultType } from "../../describe/result-type.ts";
import type { Plan, PlanRequest } from "../../nouns/plan.ts";
import type { SimulatedCase } from "../../nouns/test-case.ts";
import type { Misfit, Standard } from "./judge.ts";

/** Holds results against what the workflow says of them: as a tool of agents, or in its OpenAPI description. */
export function resultStandard(plan: Plan): Pick<Standard, "misfit"> {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const compiled = new Map<string, ReturnType<Ajv2020["compile"]>>();
  const validatorOf = (answer: string, make: () => JsonSchema) => {
    const known = compiled.get(answer) ?? ajv.compile(make());
    compiled.set(answer, known);
    return known;
  };
  return {
    misfit: (testCase, result) => {
      const answer = answerOf(plan, testCase);
      const resource = plan.resources.find(({ id }) => id === answer);
      const validate = validatorOf(answer ?? "", () =>
        answer === undefined ? ownSchema(plan) : successSchema(resource),
      );
      if (validate(result)) return undefined;
      const [error] = validate.errors ?? [];
      return error && misfitOf(error);
    },
  };
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: "bool",
  integer: "int",
  number: "float",
  object: "map",
  null: "nil",
};

function misfitOf({ instancePath, keyword, params, message = "" }: ErrorObject): Misfit {
  const parts = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const way = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `[${JSON.stringify(part)}]`)).join("");
  const types = [params["type"]]
    .flat()
    .map((type) => `type(value${way}) == "${typeNames[String(type)] ?? String(type)}"`);
  const fits =
    keyword === "required" ? `${JSON.stringify(params["missingProperty"])} in value${way}` : types.join(" or ");
  return { path: parts.join(".") || "result", message, fits };
}

function ownSchema(plan: Plan): JsonSchema {
  const response = plan.resources.find(({ id }) => id === plan.target)?.response;
  if (response === undefined) return schemaOfType(resultType(plan));
  const properties = { success: schemaOfValue(response.success), response: schemaOfValue(response.response) };
  return { type: "object", required: ["success", "response"], properties };
}

/** The resource that answers the request of a case. */
function answerOf({ requests }: Plan, { request }: SimulatedCase): string | undefined {
  if (request === undefined) return undefined;
  const path = request.path.split("?")[0] ?? "";
  const takes = (one: PlanRequest): boolean => one.method === request.method && matches(one.path, path);
  return requests.find(takes)?.answer;
}

function matches(route: string, path: string): boolean {
  const [wanted, found] = [route.split("/"), path.split("/")];
  return wanted.length === found.length && wanted.every((part, index) => part.startsWith(":") || part === found[index]);
}
