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

/** Refuses a call of a predicate function with too few arguments, at its end, or too many, at the first of them. */
export function checkPredicateCall(name: string, written: readonly Expression[], close: Position): void {
  const allowed = predicateFunctions.get(name);
  if (allowed === undefined) return;
  if (written.length < allowed.least) {
    throw new Mistake(`${name}() needs a predicate`, close, `for example ${name}(list, # != nil)`);
  }
  const extra = written[allowed.most];
  if (extra !== undefined) throw new Mistake(`${name}() takes ${allowed.most} arguments at most`, extra);
}
