import { numberArgument, wrongValue } from "./arguments.ts";

/* Functions of numbers (Expr language definition, number and array functions). */

/** `max(v, …)`: the greatest of numbers and of arrays of them, to any depth; nil of none; a single other value itself. */
export function max(...values: readonly unknown[]): unknown {
  return best("max", values, (value, other) => value > other);
}

/** `min(v, …)`: the least, as `max`. */
export function min(...values: readonly unknown[]): unknown {
  return best("min", values, (value, other) => value < other);
}

/** `abs(n)`. */
export function abs(value: unknown): number {
  return Math.abs(numberArgument("abs", value));
}

/** `ceil(n)`. */
export function ceil(value: unknown): number {
  return Math.ceil(numberArgument("ceil", value)) + 0;
}

/** `floor(n)`. */
export function floor(value: unknown): number {
  return Math.floor(numberArgument("floor", value));
}

/** `round(n)`: halves away from zero, so -1.5 is -2. */
export function round(value: unknown): number {
  const given = numberArgument("round", value);
  return Math.sign(given) * Math.round(Math.abs(given)) + 0;
}

/** `mean(v, …)`: the average of numbers and of arrays of them, to any depth; 0 of none. */
export function mean(...values: readonly unknown[]): number {
  let total = 0;
  let count = 0;
  for (const value of numbersIn("mean", values)) {
    total += value;
    count += 1;
  }
  return count === 0 ? 0 : total / count;
}

/** `median(v, …)`: the middle one, or the mean of the middle two; 0 of none. */
export function median(...values: readonly unknown[]): number {
  const sorted = Float64Array.from(numbersIn("median", values)).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** `sum(array)`: 0 of none. A text is the array of its bytes, as in the reference. */
export function sum(value: unknown): number {
  if (typeof value === "string") return Buffer.from(value).reduce((total, byte) => total + byte, 0);
  if (!Array.isArray(value)) throw wrongValue("sum", "an array of numbers", value);
  let total = 0;
  for (const element of value) total += numberArgument("sum", element);
  return total;
}

function best(name: string, values: readonly unknown[], isBetter: (value: number, other: number) => boolean): unknown {
  if (values.length === 1 && !Array.isArray(values[0])) return values[0] ?? null;
  let found: number | null = null;
  for (const value of values.every(isNumber) ? values : numbersIn(name, values)) {
    if (found === null || isBetter(value, found)) found = value;
  }
  return found;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function* numbersIn(name: string, values: readonly unknown[]): Generator<number> {
  for (const value of values) {
    if (Array.isArray(value)) yield* numbersIn(name, value);
    else if (typeof value === "number") yield value;
    else throw wrongValue(name, "numbers or arrays of numbers", value);
  }
}
