import { isMap } from "../run/values.ts";

/** A key of a map in Expr; the plain object that stands for the map has its text (`1`, `true`, `<nil>`). */
export type MapKey = string | number | boolean | null;

const originalKeys = Symbol("originalKeys");

/**
 * A map with these entries; a later entry wins. Keys come from data: `__proto__` is one like any other. Keys that are
 * not text, as `groupBy` and `fromPairs` give them, are remembered beside the object for `keys` and `toPairs`.
 */
export function mapOfEntries(entries: Iterable<readonly [MapKey, unknown]>): Record<string, unknown> {
  const remembered = new Map<string, MapKey>();
  const texts: [string, unknown][] = [];
  for (const [key, value] of entries) {
    const text = key === null ? "<nil>" : String(key);
    if (typeof key !== "string") remembered.set(text, key);
    texts.push([text, value]);
  }
  const map = Object.fromEntries(texts);
  return remembered.size === 0 ? map : Object.defineProperty(map, originalKeys, { value: remembered });
}

const grouped = Symbol("grouped");

/** A map of groups: reading one that is not there gives an empty array. */
export function mapOfGroups(entries: Iterable<readonly [MapKey, readonly unknown[]]>): Record<string, unknown> {
  return Object.defineProperty(mapOfEntries(entries), grouped, { value: true });
}

/** True for what `mapOfGroups` made. */
export function isGrouped(map: object): boolean {
  return grouped in map;
}

/** The keys of a map in the order of the object; numbers, bools and nil as such where `mapOfEntries` made the map. */
export function keysOf(map: Readonly<Record<string, unknown>>): MapKey[] {
  return Object.keys(map).map((text) => originalKey(map, text));
}

/** The keys, as text, in the order in which Go prints a map: numbers by value, then texts by their UTF-8 bytes. */
export function sortedKeys(map: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(map).sort((left, right) => {
    const [first, second] = [originalKey(map, left), originalKey(map, right)];
    if (typeof first === "number") return typeof second === "number" ? first - second : -1;
    return typeof second === "number" ? 1 : compareBytes(left, right);
  });
}

/** True for an object that holds data alone; false for arrays, nil and instances of a class, such as dates. */
export function isPlainMap(value: unknown): value is Record<string, unknown> {
  if (!isMap(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // That of maps inherits nothing, if they have one.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function originalKey(map: Readonly<Record<string, unknown>>, text: string): MapKey {
  const remembered = (map as { readonly [originalKeys]?: ReadonlyMap<string, MapKey> })[originalKeys];
  const key = remembered?.get(text);
  return key === undefined ? text : key;
}

/** UTF-16 and UTF-8 order texts alike but for code points beyond U+FFFF, which UTF-16 writes as surrogates. */
function compareBytes(left: string, right: string): number {
  if (/[\uD800-\uDFFF]/.test(left + right)) return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return left < right ? -1 : left > right ? 1 : 0;
}
