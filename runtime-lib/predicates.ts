import { type MapKey, mapOfGroups } from "./functions/keyed-map.ts";
import { compare } from "./operators.ts";
import { expressionError, typeOf } from "./values.ts";

/** An expression over one element: `#` is the item, `#index` its place, `#acc` what `reduce` has so far. */
export type Predicate = (step: never, item: unknown, index: number, accumulator?: unknown) => unknown;

/** `all(array, predicate)`: true where the predicate holds for every element. */
export function all(step: unknown, array: unknown, predicate: Predicate): boolean {
  return list("all", array).every((item, index) => holds("all", predicate(step as never, item, index)));
}

/** `any(array, predicate)`: true where it holds for at least one. */
export function any(step: unknown, array: unknown, predicate: Predicate): boolean {
  return list("any", array).some((item, index) => holds("any", predicate(step as never, item, index)));
}

/** `one(array, predicate)`: true where it holds for exactly one. */
export function one(step: unknown, array: unknown, predicate: Predicate): boolean {
  return count(step, array, predicate) === 1;
}

/** `none(array, predicate)`: true where it holds for none. */
export function none(step: unknown, array: unknown, predicate: Predicate): boolean {
  return !any(step, array, predicate);
}

/** `filter(array, predicate)`: the elements for which it holds. */
export function filter(step: unknown, array: unknown, predicate: Predicate): unknown[] {
  const items = list("filter", array);
  const kept: unknown[] = [];
  for (let index = 0; index < items.length; index += 1) {
    if (holds("filter", predicate(step as never, items[index], index))) kept.push(items[index]);
  }
  return kept;
}

/** `map(array, predicate)`: what the predicate makes of each element. */
export function map(step: unknown, array: unknown, predicate: Predicate): unknown[] {
  const items = list("map", array);
  const made: unknown[] = new Array(items.length);
  for (let index = 0; index < items.length; index += 1) made[index] = predicate(step as never, items[index], index);
  return made;
}

/** `count(array, [predicate])`: for how many elements it holds; without it, how many are true. */
export function count(step: unknown, array: unknown, predicate: Predicate = identity): number {
  return list("count", array).filter((item, index) => holds("count", predicate(step as never, item, index))).length;
}

/** `sum(array, predicate)`: the sum of what the predicate gives. */
export function sumOf(step: unknown, array: unknown, predicate: Predicate): number {
  return list("sum", array).reduce((total: number, item, index) => {
    const value = predicate(step as never, item, index);
    if (typeof value !== "number") throw expressionError(`sum: expected numbers, got ${typeOf(value)}`);
    return total + value;
  }, 0);
}

/** `find(array, predicate)`: the first element for which it holds, or nil. */
export function find(step: unknown, array: unknown, predicate: Predicate): unknown {
  return list("find", array).find((item, index) => holds("find", predicate(step as never, item, index))) ?? null;
}

/** `findIndex(array, predicate)`: its place, or nil. */
export function findIndex(step: unknown, array: unknown, predicate: Predicate): number | null {
  const found = list("findIndex", array).findIndex((item, index) =>
    holds("findIndex", predicate(step as never, item, index)),
  );
  return found === -1 ? null : found;
}

/** `findLast(array, predicate)`: the last element for which it holds, or nil. */
export function findLast(step: unknown, array: unknown, predicate: Predicate): unknown {
  return (
    list("findLast", array).findLast((item, index) => holds("findLast", predicate(step as never, item, index))) ?? null
  );
}

/** `findLastIndex(array, predicate)`: its place, or nil. */
export function findLastIndex(step: unknown, array: unknown, predicate: Predicate): number | null {
  const found = list("findLastIndex", array).findLastIndex((item, index) =>
    holds("findLastIndex", predicate(step as never, item, index)),
  );
  return found === -1 ? null : found;
}

/** `groupBy(array, predicate)`: the elements by what the predicate gives, which becomes the text of a key. */
export function groupBy(step: unknown, array: unknown, predicate: Predicate): Record<string, unknown> {
  const groups = new Map<MapKey, unknown[]>();
  for (const [index, item] of list("groupBy", array).entries()) {
    const key = predicate(step as never, item, index) ?? null;
    if (typeof key === "object" && key !== null) throw expressionError(`groupBy: ${typeOf(key)} cannot be a key`);
    const group = groups.get(key as MapKey);
    if (group === undefined) groups.set(key as MapKey, [item]);
    else group.push(item);
  }
  return mapOfGroups(groups);
}

/** `sortBy(array, predicate, [order])`: stable; order is "asc" (default) or "desc". */
export function sortBy(step: unknown, array: unknown, predicate: Predicate, order: unknown = "asc"): unknown[] {
  if (order !== "asc" && order !== "desc")
    throw expressionError(`sortBy: the order is "asc" or "desc", got ${JSON.stringify(order)}`);
  const direction = order === "asc" ? 1 : -1;
  const keyed = list("sortBy", array).map((item, index) => ({ item, key: predicate(step as never, item, index) }));
  return keyed.sort((first, second) => direction * compare(first.key, second.key)).map(({ item }) => item);
}

/** `reduce(array, predicate, [initial])`: `#acc` starts as `initial`, or as the first element. */
export function reduce(step: unknown, array: unknown, predicate: Predicate, ...initial: readonly unknown[]): unknown {
  const items = list("reduce", array);
  if (items.length === 0 && initial.length === 0)
    throw expressionError("reduce: the array is empty and there is no initial value");
  let accumulator = initial.length > 0 ? initial[0] : items[0];
  for (let index = initial.length > 0 ? 0 : 1; index < items.length; index += 1) {
    accumulator = predicate(step as never, items[index], index, accumulator);
  }
  return accumulator;
}

function identity(_step: unknown, item: unknown): unknown {
  return item;
}

function list(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  // As in Go, the elements of a text are its bytes.
  if (typeof value === "string") return [...Buffer.from(value)];
  throw expressionError(`${name}: expected an array, got ${typeOf(value)}`);
}

function holds(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw expressionError(`${name}: the predicate must give a bool, got ${typeOf(value)}`);
}
