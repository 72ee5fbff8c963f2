import type { FlowError } from "../run/errors.ts";
import { expressionError, isMap, namesOf, typeOf } from "../run/values.ts";

const longestText = 64 * 1024 * 1024;
const mostElements = 10_000_000;

/** The failure of a function that was given a value of another type: `upper: expected a string, got int`. */
export function wrongValue(name: string, expected: string, value: unknown): FlowError {
  return expressionError(`${name}: expected ${expected}, got ${typeOf(value)}`);
}

/** The argument as a text. Throws tool_runtime for any other type, as all of this file do. */
export function textArgument(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw wrongValue(name, "a string", value);
}

/** The argument as a number. */
export function numberArgument(name: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw wrongValue(name, "a number", value);
}

/** The argument as a whole number. */
export function intArgument(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw wrongValue(name, "a whole number", value);
}

/** The argument as an array. */
export function arrayArgument(name: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrongValue(name, "an array", value);
}

/** The argument as a map. */
export function mapArgument(name: string, value: unknown): Record<string, unknown> {
  if (isMap(value) && namesOf(value) === undefined) return value;
  throw wrongValue(name, "a map", value);
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/** False for a text of so few UTF-16 units that its bytes need not be counted: they are three for each at most. */
export function mayBeTooLong(units: number): boolean {
  return units * 3 > longestText;
}

/** Refuses a text over 64 MiB that is longer than what it is made from, before it takes the memory. */
export function checkTextSize(name: string, bytes: number, givenBytes = 0): void {
  if (bytes > longestText && bytes > givenBytes) throw expressionError(`${name}: the text would be longer than 64 MiB`);
}

/** Refuses an array of more than ten million elements, before it takes the memory. */
export function checkElementCount(name: string, count: number): void {
  if (count > mostElements) throw expressionError(`${name}: the array would have more than 10 million elements`);
}
