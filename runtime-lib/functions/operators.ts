import { expressionError, isMap, namesOf, typeOf } from "../run/values.ts";
import { isGrouped, keysOf } from "./keyed-map.ts";
import { countPoints } from "./strings.ts";

/** What operators mean for dates and durations; undefined where neither side is one. */
export interface DateOperators {
  arithmetic(operator: "+" | "-" | "*", left: unknown, right: unknown): unknown;
  compare(left: unknown, right: unknown): number | undefined;
  equal(left: unknown, right: unknown): boolean | undefined;
}

let dates: DateOperators | undefined;

/** Called by the first function that makes a date: bundles without dates carry nothing of them. */
export function useDates(operators: DateOperators): void {
  dates = operators;
}

/** A value where a bool must stand, such as a condition. Throws tool_runtime for any other type. */
export function bool(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw expressionError(`expected a bool, got ${typeOf(value)}`);
}

/** A value where a number must stand. */
export function number(value: unknown): number {
  if (typeof value === "number") return value;
  throw expressionError(`expected a number, got ${typeOf(value)}`);
}

/** A value where a text must stand. */
export function str(value: unknown): string {
  if (typeof value === "string") return value;
  throw expressionError(`expected a string, got ${typeOf(value)}`);
}

/** `left + right` of two numbers or two texts, or of a date and a duration. */
export function add(left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") return left + right;
  if (typeof left === "string" && typeof right === "string") return left + right;
  const sum = dates?.arithmetic("+", left, right);
  if (sum !== undefined) return sum;
  throw expressionError(`cannot add ${typeOf(left)} and ${typeOf(right)}`);
}

/** `left - right` of numbers, dates and durations. */
export function subtract(left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") return left - right;
  return dates?.arithmetic("-", left, right) ?? number(left) - number(right);
}

/** `left * right` of numbers, or of a duration and a number. */
export function multiply(left: unknown, right: unknown): unknown {
  if (typeof left === "number" && typeof right === "number") return left * right;
  return dates?.arithmetic("*", left, right) ?? number(left) * number(right);
}

/** `left % right` of whole numbers; the result has the sign of `left`. Throws tool_runtime for zero and fractions. */
export function modulo(left: unknown, right: unknown): number {
  const [dividend, divisor] = [number(left), number(right)];
  if (!Number.isInteger(dividend) || !Number.isInteger(divisor)) throw expressionError('"%" takes whole numbers');
  if (divisor === 0) throw expressionError('"%": division by zero');
  return (dividend % divisor) + 0;
}

/** Negative, zero or positive as `left` is below, equal to or above `right`; both numbers or both texts. NaN is neither. */
export function compare(left: unknown, right: unknown): number {
  // Two infinities are equal, and have no difference.
  if (typeof left === "number" && typeof right === "number") return left === right ? 0 : left - right;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  const order = dates?.compare(left, right);
  if (order !== undefined) return order;
  throw expressionError(`cannot compare ${typeOf(left)} and ${typeOf(right)}`);
}

/** `left == right`: by value, arrays and maps in depth. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => equal(item, right[index]))
    );
  }
  const same = dates?.equal(left, right);
  if (same !== undefined) return same;
  if (!isMap(left) || !isMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]))
  );
}

/** `contains`, `startsWith` and `endsWith`: false where a side is nil. */
export function textTest(method: "includes" | "startsWith" | "endsWith", subject: unknown, part: unknown): boolean {
  if (isNil(subject) || isNil(part)) return false;
  const [text, searched] = [str(subject), str(part)];
  if (method === "includes") return text.includes(searched);
  return method === "startsWith" ? text.startsWith(searched) : text.endsWith(searched);
}

/** `matches` with a pattern that was compiled when the module was loaded: false where the subject is nil. */
export function test(pattern: { test(subject: string): boolean }, subject: unknown): boolean {
  return !isNil(subject) && pattern.test(str(subject));
}

/** `item in container`: an element of an array, a key of a map. */
export function isIn(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) {
    const scalar = typeof item !== "object" && item !== undefined;
    return scalar ? container.indexOf(item) !== -1 : container.some((element) => equal(element, item));
  }
  if (isMap(container) && namesOf(container) === undefined) return keysOf(container).some((key) => key === item);
  if (isNil(container)) return false;
  throw expressionError(`"in" needs an array or a map, got ${typeOf(container)}`);
}

/** `object[key]`: an element (negative from the end) or a field; nil where a map lacks it. */
export function member(object: unknown, key: unknown): unknown {
  if (Array.isArray(object)) return element(object, key);
  if (isMap(object)) return field(object, key === null ? "<nil>" : String(key));
  if (typeof object === "string" && typeof key === "number") return pointsOf(object).at(key) ?? null;
  throw expressionError(`cannot read ${JSON.stringify(key)} of ${typeOf(object)}`);
}

function element(array: readonly unknown[], key: unknown): unknown {
  if (typeof key !== "number") throw expressionError(`an array has no field ${JSON.stringify(key)}`);
  if (key >= -array.length && key < array.length) return array.at(key) ?? null;
  throw expressionError(`index ${key} is out of range (length ${array.length})`);
}

/** `object?.[key]`: nil where the object is nil, or a map without the key. */
export function optionalMember(object: unknown, key: unknown): unknown {
  if (isNil(object)) return null;
  if (isMap(object) && !Object.hasOwn(object, String(key)) && namesOf(object) === undefined) return null;
  return member(object, key);
}

/** A group that `groupBy` did not make is empty; any other missing field is nil. Dates and their like have no fields. */
function field(map: Readonly<Record<string, unknown>>, key: string): unknown {
  if (Object.hasOwn(map, key)) return map[key] ?? null;
  if (namesOf(map) !== undefined) throw expressionError(`cannot read ${JSON.stringify(key)} of ${typeOf(map)}`);
  return isGrouped(map) ? [] : null;
}

function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** `object[from:to]` of an array or a text; negative bounds count from the end. */
export function slice(object: unknown, from?: unknown, to?: unknown): unknown {
  const start = from === undefined ? undefined : number(from);
  const end = to === undefined ? undefined : number(to);
  if (Array.isArray(object)) return object.slice(start, end);
  if (typeof object === "string") {
    const points = pointsOf(object).slice(start, end);
    return typeof points === "string" ? points : points.join("");
  }
  throw expressionError(`cannot slice ${typeOf(object)}`);
}

/** The code points of a text; the text itself, where each is one of its units. */
function pointsOf(text: string): string | readonly string[] {
  return countPoints(text) === text.length ? text : [...text];
}

/** `from..to`: the whole numbers from one to the other, both included; a million at most. */
export function range(from: unknown, to: unknown): number[] {
  const start = number(from);
  const length = Math.max(0, number(to) - start + 1);
  if (length > 1_000_000) throw expressionError(`the range ${start}..${to} has more than a million elements`);
  return Array.from({ length }, (_, index) => start + index);
}
