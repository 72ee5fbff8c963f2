import { expressionError, isMap, typeOf } from "./values.ts";

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

/** `left + right` of two numbers or two texts. */
export function add(left: unknown, right: unknown): number | string {
  if (typeof left === "number" && typeof right === "number") return left + right;
  if (typeof left === "string" && typeof right === "string") return left + right;
  throw expressionError(`cannot add ${typeOf(left)} and ${typeOf(right)}`);
}

/** Negative, zero or positive as `left` is below, equal to or above `right`; both numbers or both texts. */
export function compare(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
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
  if (!isMap(left) || !isMap(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(left[key], right[key]))
  );
}

/** `item in container`: an element of an array, a key of a map. */
export function isIn(item: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.some((element) => equal(element, item));
  if (isMap(container)) return typeof item === "string" && Object.hasOwn(container, item);
  if (container === null || container === undefined) return false;
  throw expressionError(`"in" needs an array or a map, got ${typeOf(container)}`);
}

/** `object[key]`: an element (negative from the end) or a field; nil where a map lacks it. */
export function member(object: unknown, key: unknown): unknown {
  if (Array.isArray(object)) {
    if (typeof key !== "number") throw expressionError(`an array has no field ${JSON.stringify(key)}`);
    if (key < -object.length || key >= object.length)
      throw expressionError(`index ${key} is out of range (length ${object.length})`);
    return object.at(key) ?? null;
  }
  if (isMap(object)) return Object.hasOwn(object, String(key)) ? (object[String(key)] ?? null) : null;
  if (typeof object === "string" && typeof key === "number") return [...object].at(key) ?? null;
  throw expressionError(`cannot read ${JSON.stringify(key)} of ${typeOf(object)}`);
}

/** `object?.[key]`: nil where the object is nil. */
export function optionalMember(object: unknown, key: unknown): unknown {
  return object === null || object === undefined ? null : member(object, key);
}

/** `object[from:to]` of an array or a text; negative bounds count from the end. */
export function slice(object: unknown, from?: unknown, to?: unknown): unknown {
  const start = from === undefined ? undefined : number(from);
  const end = to === undefined ? undefined : number(to);
  if (Array.isArray(object)) return object.slice(start, end);
  if (typeof object === "string") return [...object].slice(start, end).join("");
  throw expressionError(`cannot slice ${typeOf(object)}`);
}

/** `from..to`: the whole numbers from one to the other, both included; a million at most. */
export function range(from: unknown, to: unknown): number[] {
  const start = number(from);
  const length = Math.max(0, number(to) - start + 1);
  if (length > 1_000_000) throw expressionError(`the range ${start}..${to} has more than a million elements`);
  return Array.from({ length }, (_, index) => start + index);
}

/** A regular expression; Go's inline flags at its start become JavaScript's. Throws tool_runtime for one that is none. */
export function pattern(source: string): RegExp {
  const [, flags = "", body = source] = /^\(\?([ims]+)\)([\s\S]*)$/.exec(source) ?? [];
  try {
    return new RegExp(body, `u${flags}`);
  } catch {
    throw expressionError(`matches: ${JSON.stringify(source)} is not a regular expression`);
  }
}

/** `text matches expression`, where the expression is only known now. */
export function matches(subject: string, source: unknown): boolean {
  return pattern(str(source)).test(subject);
}
