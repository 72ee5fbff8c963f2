import type { PlanExpression } from "../../nouns/plan.ts";
import type { Fact } from "./inflow.ts";

/** When in the life of a resource something is evaluated; in `failed` its conditions need not have held. */
export type Phase = "before" | "run" | "after" | "response" | "failed";

/** Where an expression is evaluated, and what is known there. */
export interface Place {
  /** Id of the resource; "" in the settings of the workflow. */
  readonly resource: string;
  readonly phase: Phase;
  /** What conditions of the same expression tell, by key. */
  readonly facts: Facts;
  readonly variables: ReadonlyMap<string, Bound>;
}

export type Facts = ReadonlyMap<string, Fact>;

/** What a variable stands for: a value, or any element of one. */
export interface Bound {
  readonly value: PlanExpression;
  readonly place: Place;
  readonly element: boolean;
}

export const noFacts: Facts = new Map();

/** The start of an expression in a resource. */
export function placeIn(resource: string, phase: Phase): Place {
  return { resource, phase, facts: noFacts, variables: new Map() };
}

/** The place inside `let name = value; …`. */
export function withVariable(place: Place, name: string, value: PlanExpression): Place {
  const variables = new Map(place.variables).set(name, { value, place, element: false });
  return { ...place, variables };
}

/** The place inside a predicate over the elements of an array. */
export function withElement(place: Place, array: PlanExpression): Place {
  const variables = new Map(place.variables).set("#", { value: array, place, element: true });
  variables.delete("#index");
  variables.delete("#acc");
  return { ...place, variables };
}
