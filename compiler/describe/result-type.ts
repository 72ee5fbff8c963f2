import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import type { PlanValue } from "../nouns/plan-value.ts";
import { unreachable } from "../nouns/unreachable.ts";
import {
  anyType,
  arrayOf,
  boolType,
  mapOf,
  mapType,
  optional,
  scalarType,
  stringType,
  type ValueType,
} from "../nouns/value-type.ts";

/** The static type of what a run of the workflow gives: the target's bare value, or its response. */
export function resultType(plan: Plan): ValueType {
  const target = plan.resources.find(({ id }) => id === plan.target);
  if (target === undefined) return anyType;
  const value = target.response === undefined ? bareType(target) : answerType(target);
  return target.result.skippable ? optional(value) : value;
}

/** What the body of the answer is that a resource gives to a request: `success` and `response`. */
export function answerType(resource: PlanResource): ValueType {
  const { response } = resource;
  if (response === undefined) return mapOf({ success: boolType, response: bareType(resource) });
  return mapOf({ success: typeOfValue(response.success), response: typeOfValue(response.response) });
}

/** The static type of a resource's bare value, where it has one. */
export function bareType({ result: { type, main, fallback } }: PlanResource): ValueType {
  if (fallback) return anyType;
  return main === undefined || type.kind !== "map" ? type : (type.fields?.[main] ?? anyType);
}

function typeOfValue(value: PlanValue): ValueType {
  switch (value.kind) {
    case "constant":
      return scalarType(value.value);
    case "expression":
      return value.expression.type;
    case "template":
      return stringType;
    case "list":
      return arrayOf(anyType);
    case "schema":
      return mapType;
    case "map":
      return mapOf(Object.fromEntries(value.entries.map((entry) => [entry.key, typeOfValue(entry.value)])));
    default:
      return unreachable(value);
  }
}
