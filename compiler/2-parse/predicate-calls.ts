import type { Expression, Position } from "../expression.ts";
import { Mistake } from "./mistakes.ts";

/** The functions whose second argument is an expression over each item, and how many arguments they take. */
const predicateFunctions: ReadonlyMap<string, { readonly least: number; readonly most: number }> = new Map(
  Object.entries({
    all: { least: 2, most: 2 },
    any: { least: 2, most: 2 },
    none: { least: 2, most: 2 },
    one: { least: 2, most: 2 },
    filter: { least: 2, most: 2 },
    map: { least: 2, most: 2 },
    find: { least: 2, most: 2 },
    findIndex: { least: 2, most: 2 },
    findLast: { least: 2, most: 2 },
    findLastIndex: { least: 2, most: 2 },
    groupBy: { least: 2, most: 2 },
    count: { least: 1, most: 2 },
    sum: { least: 1, most: 2 },
    sortBy: { least: 2, most: 3 },
    reduce: { least: 2, most: 3 },
  }),
);

/** Whether the second argument of the function is a predicate. */
export function takesPredicate(name: string): boolean {
  return predicateFunctions.has(name);
}

/**
 * Refuses a call of a predicate function with too few arguments, at its end, or too many, at the first of them. Where
 * the first is piped into it, messages count those that stand in its parentheses.
 */
export function checkPredicateCall(name: string, given: readonly Expression[], close: Position, piped?: "piped"): void {
  const allowed = predicateFunctions.get(name);
  if (allowed === undefined) return;
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
