import { code, type Expression, identifier, join, unary } from "../nouns/typescript.ts";
import type { Loop, LoopMaker } from "./loop.ts";

const fromSecond = code`for (let index = 1; index < items.length; index += 1)`;
const backwards = code`for (let index = items.length - 1; index >= 0; index -= 1)`;

/** By the name in the table of functions. */
export const loops = {
  all: loop(identifier`allItems`, ({ test }) => ({
    each: code`if (${unary("!", test)}) return false;`,
    after: code`true`,
  })),
  any: loop(identifier`anyItems`, ({ test }) => ({ each: code`if (${test}) return true;`, after: code`false` })),
  none: loop(identifier`noneItems`, ({ test }) => ({ each: code`if (${test}) return false;`, after: code`true` })),
  one: loop(identifier`oneItems`, ({ test }) => ({ ...counting(test), after: code`count === 1` })),
  count: loop(identifier`countItems`, ({ test }) => ({ ...counting(test), after: code`count` })),
  filter: loop(identifier`filterItems`, ({ test }) => ({
    before: code`const kept = [];`,
    each: code`if (${test}) kept.push(item);`,
    after: code`kept`,
  })),
  map: loop(identifier`mapItems`, ({ value }) => ({
    before: code`const made = new Array(items.length);`,
    each: code`made[index] = ${value};`,
    after: code`made`,
  })),
  sum: loop(identifier`sumItems`, ({ number }) => ({
    before: code`let total = 0;`,
    each: code`total += ${number};`,
    after: code`total`,
  })),
  // `sum(map(array, predicate))` in one loop. As in two, no other value is refused before the predicate has seen all.
  sumMapped: loop(identifier`sumMappedItems`, ({ value, isNumber }) =>
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
  ),
  find: loop(identifier`findItems`, ({ test }) => ({ each: code`if (${test}) return item;`, after: code`null` })),
  findIndex: loop(identifier`findIndexItems`, ({ test }) => ({
    each: code`if (${test}) return index;`,
    after: code`null`,
  })),
  findLast: loop(identifier`findLastItems`, ({ test }) => ({
    head: backwards,
    each: code`if (${test}) return item;`,
    after: code`null`,
  })),
  findLastIndex: loop(identifier`findLastIndexItems`, ({ test }) => ({
    head: backwards,
    each: code`if (${test}) return index;`,
    after: code`null`,
  })),
  groupBy: loop(identifier`groupByItems`, ({ value }) => ({
    before: code`const keys = new Array(items.length);`,
    each: code`keys[index] = flow.groupKey(${value});`,
    after: code`flow.groupByKeys(items, keys)`,
  })),
  sortBy: loop(identifier`sortByItems`, ({ value, more }) => ({
    ...(more ? { parameter: code`order`, first: code`flow.checkOrder(order);` } : {}),
    before: code`const keys = new Array(items.length);`,
    each: code`keys[index] = ${value};`,
    after: more ? code`flow.sortByKeys(items, keys, order)` : code`flow.sortByKeys(items, keys)`,
  })),
  reduce: loop(identifier`reduceItems`, ({ value, more, any }) => ({
    ...(more ? { parameter: code`initial` } : { head: fromSecond }),
    before: code`let accumulator${any} = ${more ? code`initial` : code`flow.firstOf(items)`};`,
    each: code`accumulator = ${value};`,
    after: code`accumulator`,
  })),
} satisfies Readonly<Record<string, LoopMaker>>;

function loop(name: LoopMaker["name"], make: LoopMaker["make"]): LoopMaker {
  return { name, make };
}

function counting(test: Expression): Pick<Loop, "before" | "each"> {
  return { before: code`let count = 0;`, each: code`if (${test}) count += 1;` };
}
