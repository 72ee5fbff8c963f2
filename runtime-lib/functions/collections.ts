import { toFlowError } from "../run/errors.ts";
import { expressionError, isMap, namesOf, typeOf } from "../run/values.ts";
import {
  arrayArgument,
  byteLength,
  checkElementCount,
  checkTextSize,
  intArgument,
  mapArgument,
  mayBeTooLong,
  textArgument,
  wrongValue,
} from "./arguments.ts";
import { isPlainMap, keysOf, type MapKey, mapOfEntries, sortedKeys } from "./keyed-map.ts";
import { compare, equal } from "./operators.ts";
import { countPoints } from "./strings.ts";

/*
 * Functions of arrays and maps (Expr language definition, array, map and miscellaneous functions). None changes its
 * argument. Each throws tool_runtime for a value of another type, but for those that the reference lets pass.
 */

/** `len(v)`: code points of a text, elements of an array, keys of a map. */
export function len(value: unknown): number {
  if (typeof value === "string") return countPoints(value);
  if (Array.isArray(value)) return value.length;
  if (isMap(value) && namesOf(value) === undefined) return Object.keys(value).length;
  throw wrongValue("len", "a string, an array or a map", value);
}

/** `concat(array, …)`: one after the other. */
export function concat(...arrays: readonly unknown[]): unknown[] {
  const checked = arrays.map((array) => arrayArgument("concat", array));
  checkElementCount(
    "concat",
    checked.reduce((count, array) => count + array.length, 0),
  );
  return checked.flat();
}

/** `flatten(array)`: arrays in it replaced by their elements, to any depth. */
export function flatten(value: unknown): unknown[] {
  const flat: unknown[] = [];
  addFlat(arrayArgument("flatten", value), flat);
  return flat;
}

/** `uniq(array)`: the first of each group of equal elements. */
export function uniq(value: unknown): unknown[] {
  const groups = new Map<unknown, unknown[]>();
  return arrayArgument("uniq", value).filter((element) => {
    const fingerprint = fingerprintOf(element);
    const group = groups.get(fingerprint);
    if (group === undefined) groups.set(fingerprint, [element]);
    else if (group.some((other) => equal(other, element))) return false;
    else group.push(element);
    return true;
  });
}

/** `join(texts, [delimiter])`: refuses a result over 64 MiB. */
export function join(value: unknown, delimiter: unknown = ""): string {
  const glue = textArgument("join", delimiter);
  const texts = arrayArgument("join", value).map((element, index) => {
    if (typeof element === "string") return element;
    throw expressionError(`join: expected an array of strings, element ${index} is ${typeOf(element)}`);
  });
  const gaps = Math.max(0, texts.length - 1);
  if (mayBeTooLong(texts.reduce((total, text) => total + text.length, glue.length * gaps))) {
    const bytes = texts.reduce((total, text) => total + byteLength(text), 0);
    checkTextSize("join", bytes + byteLength(glue) * gaps, bytes);
  }
  return texts.join(glue);
}

/** `reverse(array)`. */
export function reverse(value: unknown): unknown[] {
  return arrayArgument("reverse", value).toReversed();
}

/** `first(array)`: nil of an empty one and of a value without elements. Of a text its first byte, as in the reference. */
export function first(value: unknown): unknown {
  if (Array.isArray(value)) return value[0] ?? null;
  return typeof value === "string" ? (Buffer.from(value.slice(0, 2))[0] ?? null) : null;
}

/** `last(array)`: the last element, as `first`. */
export function last(value: unknown): unknown {
  if (Array.isArray(value)) return value.at(-1) ?? null;
  return typeof value === "string" ? (Buffer.from(value.slice(-2)).at(-1) ?? null) : null;
}

/** `take(array, count)`: the first elements; all, where there are fewer. */
export function take(value: unknown, count: unknown): unknown[] {
  const array = arrayArgument("take", value);
  const most = intArgument("take", count);
  if (most < 0) throw expressionError(`take: expected a count of 0 or more, got ${most}`);
  return array.slice(0, most);
}

/** `sort(array, ["asc" | "desc"])`: of numbers or of texts. A value that is not an array gives an empty one, as there. */
export function sort(value: unknown, order: unknown = "asc"): unknown[] {
  if (order !== "asc" && order !== "desc") {
    const found = typeof order === "string" ? JSON.stringify(order) : typeOf(order);
    throw expressionError(`sort: expected the order "asc" or "desc", got ${found}`);
  }
  if (!Array.isArray(value)) return [];
  try {
    return value.toSorted((left, right) => (order === "asc" ? compare(left, right) : compare(right, left)));
  } catch (thrown) {
    throw expressionError(`sort: expected numbers or strings throughout; ${toFlowError(thrown).message}`);
  }
}

/** `keys(map)`: in the order of the map. */
export function keys(value: unknown): MapKey[] {
  return keysOf(mapArgument("keys", value));
}

/** `values(map)`: in the order of `keys`. */
export function values(value: unknown): unknown[] {
  return Object.values(mapArgument("values", value));
}

/** `toPairs(map)`: an array of `[key, value]`. */
export function toPairs(value: unknown): [MapKey, unknown][] {
  const map = mapArgument("toPairs", value);
  const found = Object.values(map);
  return keysOf(map).map((key, index) => [key, found[index]]);
}

/** `fromPairs(pairs)`: the map of an array of `[key, value]`; a later pair wins. */
export function fromPairs(value: unknown): Record<string, unknown> {
  return mapOfEntries(arrayArgument("fromPairs", value).map(pairOf));
}

/** `safe(v, "a.b.0")`: the value at the path of keys and indexes, nil where something on the way lacks it. */
export function safe(value: unknown, path: unknown): unknown {
  const names = textArgument("safe", path);
  if (names === "") return value ?? null;
  return names.split(".").reduce<unknown>(fieldOrNil, value) ?? null;
}

function addFlat(array: readonly unknown[], flat: unknown[]): void {
  for (const element of array) {
    if (Array.isArray(element)) addFlat(element, flat);
    else flat.push(element);
  }
  checkElementCount("flatten", flat.length);
}

/** Equal values have equal fingerprints, so that only few must be compared in depth. */
function fingerprintOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
    const field = this[key];
    if (!isMap(field)) return field;
    return isPlainMap(field) ? sortedKeys(field).map((name) => [name, field[name]]) : null;
  });
}

function pairOf(pair: unknown, index: number): [MapKey, unknown] {
  if (!Array.isArray(pair) || pair.length !== 2) {
    const found = Array.isArray(pair) ? `an array of ${pair.length}` : typeOf(pair);
    throw expressionError(`fromPairs: expected pairs [key, value], element ${index} is ${found}`);
  }
  const [key, value] = pair as [unknown, unknown];
  if (key === null || typeof key === "string" || typeof key === "number" || typeof key === "boolean")
    return [key, value];
  throw wrongValue("fromPairs", "a string as key", key);
}

function fieldOrNil(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(name) ? value.at(Number(name)) : null;
  return isPlainMap(value) && Object.hasOwn(value, name) ? value[name] : null;
}
