import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Scope } from "../../tree/variables.ts";
import { conditionLimits } from "./condition-limits.ts";
import { both, type Limits, noLimits } from "./limits.ts";

/** When in the life of a resource something is evaluated; in `failed` its conditions need not have held. */
export type Phase = "before" | "run" | "after" | "response" | "failed";

/** Where an expression is evaluated, and what is known there. */
export interface Place extends Scope {
  readonly phase: Phase;
  /** What conditions of the same expression say. */
  readonly limits: Limits;
}

/** The start of an expression in a resource. */
export function placeIn(resource: string, phase: Phase): Place {
  return { resource, phase, limits: noLimits, variables: new Map() };
}

/** The place behind a condition that has turned out so. */
export function knowing(condition: PlanExpression, truth: boolean, place: Place): Place {
  const limits = conditionLimits(condition, truth, place);
  return limits.size === 0 ? place : { ...place, limits: both(place.limits, limits) };
}
