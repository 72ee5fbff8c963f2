import { expressionError, typeOf } from "../run/values.ts";
import { type MapKey, mapOfGroups } from "./keyed-map.ts";
import { compare } from "./operators.ts";

/*
 * What the loops that predicates are compiled to leave to the runtime library. `name` is that of the function in the
 * language. Each throws tool_runtime for a value of another type.
 */

/** The elements of an array; as in Go, those of a text are its bytes. */
export function elements(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...Buffer.from(value)];
  throw expressionError(`${name}: expected an array, got ${typeOf(value)}`);
}

/** The value of a predicate that must give a bool. */
export function holds(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw expressionError(`${name}: the predicate must give a bool, got ${typeOf(value)}`);
}

/** The value of the predicate of `sum`. */
export function summand(value: unknown): number {
  if (typeof value === "number") return value;
  throw expressionError(`sum: expected numbers, got ${typeOf(value)}`);
}

/** Where `reduce` begins without an initial value. */
export function firstOf(items: readonly unknown[]): unknown {
  if (items.length > 0) return items[0];
  throw expressionError("reduce: the array is empty and there is no initial value");
}

/** The value of the predicate of `groupBy`, which becomes the text of a key. */
export function groupKey(value: unknown): MapKey {
  const key = value ?? null;
  if (typeof key === "object" && key !== null) throw expressionError(`groupBy: ${typeOf(key)} cannot be a key`);
  return key as MapKey;
}

/** The elements by their keys. */
export function groupByKeys(items: readonly unknown[], keys: readonly MapKey[]): Record<string, unknown> {
  const groups = new Map<MapKey, unknown[]>();
  for (const [index, key] of keys.entries()) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [items[index]]);
    else group.push(items[index]);
  }
  return mapOfGroups(groups);
}

/** Refuses what is neither "asc" nor "desc", before `sortBy` looks at the array. */
export function checkOrder(order: unknown): void {
  if (order !== "asc" && order !== "desc")
    throw expressionError(`sortBy: the order is "asc" or "desc", got ${JSON.stringify(order)}`);
}

/** The elements in the order of their keys; stable. */
export function sortByKeys(items: readonly unknown[], keys: readonly unknown[], order: unknown = "asc"): unknown[] {
  const direction = order === "asc" ? 1 : -1;
  const keyed = items.map((item, index) => ({ item, key: keys[index] }));
  return keyed.sort((first, second) => direction * compare(first.key, second.key)).map(({ item }) => item);
}
