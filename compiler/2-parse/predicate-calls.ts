import { arity, findFunction } from "../functions/table.ts";
import type { Expression, Position } from "../nouns/expression.ts";
import { Mistake } from "./mistakes.ts";

/** Whether the second argument of the function is a predicate. */
export function takesPredicate(name: string): boolean {
  return findFunction(name)?.implementation.kind === "predicate";
}

/**
 * Refuses a call of a predicate function with too few arguments, at its end, or too many, at the first of them. Where
 * the first is piped into it, messages count those that stand in its parentheses.
 */
export function checkPredicateCall(name: string, given: readonly Expression[], close: Position, piped?: "piped"): void {
  const spec = findFunction(name);
  if (spec?.implementation.kind !== "predicate") return;
  const allowed = arity(spec);
  if (given.length < allowed.least) {
    const example = piped ? `list | ${name}(# != nil)` : `${name}(list, # != nil)`;
    throw new Mistake(`${name}() needs a predicate`, close, `for example ${example}`);
  }
  const extra = given[allowed.most];
  if (extra === undefined) return;
  const most = piped ? allowed.most - 1 : allowed.most;
  const where = piped ? " after a pipe" : "";
  throw new Mistake(`${name}() takes ${most} argument${most === 1 ? "" : "s"} at most${where}`, extra);
}
