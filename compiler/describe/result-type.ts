import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { anyType, mapOf, type ValueType } from "../nouns/value-type.ts";

/** The static type of what a run of the workflow gives: the target's bare value, or its response. */
export function resultType(plan: Plan): ValueType {
  const target = plan.resources.find(({ id }) => id === plan.target);
  if (target === undefined) return anyType;
  return target.response === undefined ? bareType(target) : mapOf({ success: anyType, response: anyType });
}

/** The static type of a resource's bare value. */
export function bareType({ result }: Pick<PlanResource, "result">): ValueType {
  const { type, main, optional, fallback } = result;
  if (fallback) return anyType;
  const bare = main === undefined || type.kind !== "map" ? type : (type.fields?.[main] ?? anyType);
  return optional && bare.kind !== "any" ? ({ ...bare, optional: true } as ValueType) : bare;
}
