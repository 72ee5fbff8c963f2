import type { Data } from "../../nouns/simulation.ts";
import { asMap } from "../../tree/plain-data.ts";

/** Evaluates an expression whose variable `value` is the given one. Throws where it cannot. */
export type Evaluate = (expression: string, value: unknown) => unknown;

type Matcher = (actual: unknown, wanted: unknown, evaluate: Evaluate) => boolean;

const compared = (holds: (actual: number, wanted: number) => boolean): Matcher => {
  return (actual, wanted) => typeof actual === "number" && typeof wanted === "number" && holds(actual, wanted);
};

/** What each word asks of a value; undefined stands for one that is not there. */
const matchers: Readonly<Record<string, Matcher>> = {
  contains: (actual, wanted) => {
    if (typeof actual === "string") return actual.includes(String(wanted));
    if (Array.isArray(actual)) return [wanted].flat().every((one) => actual.some((item) => isEqual(item, one)));
    const [map, fields] = [asMap(actual), asMap(wanted)];
    if (map === undefined || fields === undefined) return false;
    return Object.entries(fields).every(([name, value]) => isEqual(map[name], value));
  },
  matches: (actual, wanted) => typeof actual === "string" && new RegExp(String(wanted), "u").test(actual),
  type: (actual, wanted) => typeNamesOf(actual).includes(String(wanted)),
  gt: compared((actual, wanted) => actual > wanted),
  gte: compared((actual, wanted) => actual >= wanted),
  lt: compared((actual, wanted) => actual < wanted),
  lte: compared((actual, wanted) => actual <= wanted),
  any: (actual, wanted) => (actual !== undefined) === (wanted !== false),
  absent: (actual, wanted) => (actual === undefined) === (wanted !== false),
  that: (actual, wanted, evaluate) => actual !== undefined && holds(String(wanted), actual, evaluate),
  equals: (actual, wanted) => isEqual(actual, wanted),
};

/** True where a value is not what all of these words say. */
export function isUnmatched(actual: unknown, wanted: Data, evaluate: Evaluate): boolean {
  return Object.entries(wanted).some(([word, what]) => matchers[word]?.(actual, what, evaluate) !== true);
}

/** True for a map of matchers, such as `{ contains: Oslo }`. */
export function isMatcher(map: Data): boolean {
  return areMatcherKeys(Object.keys(map));
}

/** The words that stand for a value. */
export const matcherWords: readonly string[] = Object.keys(matchers);

/** True for the keys of such a map. */
export function areMatcherKeys(keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => Object.hasOwn(matchers, key));
}

/** Names that `type` takes. */
export const typeWords: readonly string[] = ["nil", "bool", "int", "float", "number", "string", "array", "map"];

/** Why the expression of `that` has no value for `actual`; undefined where it has one, or there is none. */
export function failureOfThat(actual: unknown, wanted: Data, evaluate: Evaluate): string | undefined {
  if (actual === undefined || wanted["that"] === undefined) return undefined;
  try {
    evaluate(String(wanted["that"]), actual);
    return undefined;
  } catch (error) {
    return `${String(wanted["that"])}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** An expression that fails does not hold. */
function holds(expression: string, value: unknown, evaluate: Evaluate): boolean {
  try {
    return evaluate(expression, value) === true;
  } catch {
    return false;
  }
}

function typeNamesOf(value: unknown): readonly string[] {
  if (value === null) return ["nil"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["int", "number"] : ["float", "number"];
  if (typeof value === "boolean") return ["bool"];
  return [typeof value === "object" ? "map" : typeof value];
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  const [left, right] = [asMap(one), asMap(other)];
  if (left === undefined || right === undefined) return one === other;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => isEqual(left[name], right[name]));
}
