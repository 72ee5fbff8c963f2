import type { PlanExpression } from "../nouns/plan-expression.ts";

/** Where an expression stands, as far as its value depends on that. */
export interface Scope {
  /** Id of the resource; "" in the settings of the workflow. */
  readonly resource: string;
  /** What the variables of the expressions around stand for. */
  readonly variables: ReadonlyMap<string, Bound>;
}

/** What a variable stands for: a value, or any element of one. */
export interface Bound {
  readonly value: PlanExpression;
  readonly scope: Scope;
  readonly element: boolean;
}

/** The scope inside `let name = value; …`. */
export function withVariable<Place extends Scope>(scope: Place, name: string, value: PlanExpression): Place {
  const variables = new Map(scope.variables).set(name, { value, scope, element: false });
  return { ...scope, variables };
}

/** The scope inside a predicate over the elements of an array. */
export function withElement<Place extends Scope>(scope: Place, array: PlanExpression): Place {
  const variables = new Map(scope.variables).set("#", { value: array, scope, element: true });
  variables.delete("#index");
  variables.delete("#acc");
  return { ...scope, variables };
}
