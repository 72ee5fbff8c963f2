import { type Code, code, type Expression, join, unary } from "./code.ts";

/** What a loop is made from. */
export interface LoopParts {
  /** The predicate's value for `item`; undefined for `count(array)`. */
  readonly value: Expression;
  /** The same where a bool must stand. */
  readonly test: Expression;
  /** The same where a number must stand. */
  readonly number: Expression;
  /** True where the value is known to be one. */
  readonly isNumber: boolean;
  /** True where the optional last argument is given. */
  readonly more: boolean;
  /** The annotation of a variable of unknown type; nothing in plain JavaScript. */
  readonly any: Code;
}

/** How a function of predicates is written: a loop over `items`, with `item` and `index` in it. */
export interface Loop {
  /** The parameter behind the array. */
  readonly parameter?: Code;
  /** A statement before the array is looked at, and one behind that. */
  readonly first?: Code;
  readonly before?: Code;
  /** The head of the loop, where it is not from the first element to the last. */
  readonly head?: Code;
  readonly each: Code;
  /** The value behind the loop. */
  readonly after: Code;
}

const forwards = code`for (let index = 0; index < items.length; index += 1)`;
const fromSecond = code`for (let index = 1; index < items.length; index += 1)`;
const backwards = code`for (let index = items.length - 1; index >= 0; index -= 1)`;

/** By the name in the table of functions. */
export const loops = {
  all: ({ test }) => ({ each: code`if (${unary("!", test)}) return false;`, after: code`true` }),
  any: ({ test }) => ({ each: code`if (${test}) return true;`, after: code`false` }),
  none: ({ test }) => ({ each: code`if (${test}) return false;`, after: code`true` }),
  one: ({ test }) => ({ ...counting(test), after: code`count === 1` }),
  count: ({ test }) => ({ ...counting(test), after: code`count` }),
  filter: ({ test }) => ({
    before: code`const kept = [];`,
    each: code`if (${test}) kept.push(item);`,
    after: code`kept`,
  }),
  map: ({ value }) => ({
    before: code`const made = new Array(items.length);`,
    each: code`made[index] = ${value};`,
    after: code`made`,
  }),
  sum: ({ number }) => ({ before: code`let total = 0;`, each: code`total += ${number};`, after: code`total` }),
  // `sum(map(array, predicate))` in one loop. As in two, no other value is refused before the predicate has seen all.
  sumMapped: ({ value, isNumber }) =>
    isNumber
      ? { before: code`let total = 0;`, each: code`total += ${value};`, after: code`total` }
      : {
          before: join([code`let total = 0;`, code`const others = [];`], "\n"),
          each: join(
            [
              code`const value = ${value};`,
              code`if (typeof value === "number") total += value;`,
              code`else others.push(value);`,
            ],
            "\n",
          ),
          after: code`others.length === 0 ? total : flow.sum(others)`,
        },
  find: ({ test }) => ({ each: code`if (${test}) return item;`, after: code`null` }),
  findIndex: ({ test }) => ({ each: code`if (${test}) return index;`, after: code`null` }),
  findLast: ({ test }) => ({ head: backwards, each: code`if (${test}) return item;`, after: code`null` }),
  findLastIndex: ({ test }) => ({ head: backwards, each: code`if (${test}) return index;`, after: code`null` }),
  groupBy: ({ value }) => ({
    before: code`const keys = new Array(items.length);`,
    each: code`keys[index] = flow.groupKey(${value});`,
    after: code`flow.groupByKeys(items, keys)`,
  }),
  sortBy: ({ value, more }) => ({
    ...(more ? { parameter: code`order`, first: code`flow.checkOrder(order);` } : {}),
    before: code`const keys = new Array(items.length);`,
    each: code`keys[index] = ${value};`,
    after: more ? code`flow.sortByKeys(items, keys, order)` : code`flow.sortByKeys(items, keys)`,
  }),
  reduce: ({ value, more, any }) => ({
    ...(more ? { parameter: code`initial` } : { head: fromSecond }),
    before: code`let accumulator${any} = ${more ? code`initial` : code`flow.firstOf(items)`};`,
    each: code`accumulator = ${value};`,
    after: code`accumulator`,
  }),
} satisfies Readonly<Record<string, (parts: LoopParts) => Loop>>;

/** The head of a loop. */
export function headOf({ head }: Loop): Code {
  return head ?? forwards;
}

function counting(test: Expression): Pick<Loop, "before" | "each"> {
  return { before: code`let count = 0;`, each: code`if (${test}) count += 1;` };
}
