import { expressionError } from "../run/values.ts";
import { intArgument } from "./arguments.ts";

/*
 * Functions of the bits of whole numbers (Expr language definition, bitwise functions): two's complement, 64 bits, as
 * Go's int64. Results beyond 2^53 lose their lowest bits, because numbers are JavaScript's. Each throws tool_runtime
 * for a value that is not a whole number; a shift also for a negative count.
 */

/** `bitand(a, b)`. */
export function bitand(left: unknown, right: unknown): number {
  return int64(bits("bitand", left) & bits("bitand", right));
}

/** `bitor(a, b)`. */
export function bitor(left: unknown, right: unknown): number {
  return int64(bits("bitor", left) | bits("bitor", right));
}

/** `bitxor(a, b)`. */
export function bitxor(left: unknown, right: unknown): number {
  return int64(bits("bitxor", left) ^ bits("bitxor", right));
}

/** `bitnand(a, b)`: the bits of `a` that `b` lacks (Go's `&^`, whatever the name says). */
export function bitnand(left: unknown, right: unknown): number {
  return int64(bits("bitnand", left) & ~bits("bitnand", right));
}

/** `bitnot(a)`. */
export function bitnot(value: unknown): number {
  return int64(~bits("bitnot", value));
}

/** `bitshl(a, count)`: bits that leave the 64 are lost. */
export function bitshl(value: unknown, count: unknown): number {
  return int64(bits("bitshl", value) << shiftCount("bitshl", count));
}

/** `bitshr(a, count)`: keeps the sign. */
export function bitshr(value: unknown, count: unknown): number {
  return int64(bits("bitshr", value) >> shiftCount("bitshr", count));
}

/** `bitushr(a, count)`: fills with zeros. */
export function bitushr(value: unknown, count: unknown): number {
  return int64(BigInt.asUintN(64, bits("bitushr", value)) >> shiftCount("bitushr", count));
}

function bits(name: string, value: unknown): bigint {
  return BigInt.asIntN(64, BigInt(intArgument(name, value)));
}

/** No more than 64, after which nothing changes: BigInt would build the whole number. */
function shiftCount(name: string, count: unknown): bigint {
  const by = intArgument(name, count);
  if (by < 0) throw expressionError(`${name}: expected a count of 0 or more, got ${by}`);
  return BigInt(Math.min(by, 64));
}

function int64(value: bigint): number {
  return Number(BigInt.asIntN(64, value));
}
