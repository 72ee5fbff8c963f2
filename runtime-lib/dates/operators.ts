import { expressionError, typeOf } from "../run/values.ts";
import { FlowDate } from "./date.ts";
import { FlowDuration } from "./duration.ts";
import { NamedNumber } from "./named-number.ts";
import { FlowZone } from "./zone.ts";

/** True for a value of this folder: a date, a duration, a time zone, a month or a weekday. */
export function isDateValue(value: unknown): value is FlowDate | FlowDuration | FlowZone | NamedNumber {
  return (
    value instanceof FlowDate ||
    value instanceof FlowDuration ||
    value instanceof FlowZone ||
    value instanceof NamedNumber
  );
}

/**
 * `left operator right` for `+`, `-` and `*` with dates and durations; undefined where neither side is one. Throws
 * tool_runtime where one is and the other does not go with it.
 */
export function arithmetic(operator: "+" | "-" | "*", left: unknown, right: unknown): unknown | undefined {
  if (!isDateValue(left) && !isDateValue(right)) return undefined;
  const result =
    operator === "+" ? sum(left, right) : operator === "-" ? difference(left, right) : product(left, right);
  if (result === undefined) throw expressionError(`cannot compute ${typeOf(left)} ${operator} ${typeOf(right)}`);
  return result;
}

function sum(left: unknown, right: unknown): FlowDate | FlowDuration | undefined {
  if (left instanceof FlowDate && right instanceof FlowDuration) return left.add(right);
  if (left instanceof FlowDuration && right instanceof FlowDate) return right.add(left);
  if (left instanceof FlowDuration && right instanceof FlowDuration)
    return new FlowDuration(left.length + right.length);
  return undefined;
}

function difference(left: unknown, right: unknown): FlowDate | FlowDuration | undefined {
  if (left instanceof FlowDate && right instanceof FlowDate) return left.subtract(right);
  if (!(right instanceof FlowDuration)) return undefined;
  if (left instanceof FlowDate) return left.add(new FlowDuration(-right.length));
  return left instanceof FlowDuration ? new FlowDuration(left.length - right.length) : undefined;
}

function product(left: unknown, right: unknown): FlowDuration | undefined {
  if (left instanceof FlowDuration && typeof right === "number") return times(left, right);
  if (typeof left === "number" && right instanceof FlowDuration) return times(right, left);
  if (left instanceof FlowDuration && right instanceof FlowDuration)
    return new FlowDuration(left.length * right.length);
  return undefined;
}

function times({ length }: FlowDuration, factor: number): FlowDuration {
  if (Number.isSafeInteger(factor)) return new FlowDuration(length * BigInt(factor));
  const exact = Number(length) * factor;
  if (!Number.isFinite(exact)) throw expressionError(`cannot compute a duration times ${factor}`);
  return new FlowDuration(BigInt(Math.round(exact)));
}

/**
 * Negative, zero or positive as `left` is before, equal to or behind `right`; undefined where neither is a date, a
 * duration, a month or a weekday. Throws tool_runtime where one is and the other is something else.
 */
export function compareDates(left: unknown, right: unknown): number | undefined {
  if (!isDateValue(left) && !isDateValue(right)) return undefined;
  const [a, b] = [orderOf(left), orderOf(right)];
  if (a === undefined || b === undefined || a.kind !== b.kind)
    throw expressionError(`cannot compare ${typeOf(left)} and ${typeOf(right)}`);
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

/** `left == right`: dates of the same instant whatever their zones; undefined where neither is one of these values. */
export function equalDates(left: unknown, right: unknown): boolean | undefined {
  if (!isDateValue(left) && !isDateValue(right)) return undefined;
  if (left instanceof FlowZone && right instanceof FlowZone) return String(left) === String(right);
  const [a, b] = [orderOf(left), orderOf(right)];
  return a !== undefined && b !== undefined && a.kind === b.kind && a.value === b.value;
}

interface Order {
  readonly kind: "date" | "duration" | "number";
  readonly value: bigint | number;
}

function orderOf(value: unknown): Order | undefined {
  if (value instanceof FlowDate) return { kind: "date", value: value.epoch };
  if (value instanceof FlowDuration) return { kind: "duration", value: value.length };
  if (value instanceof NamedNumber) return { kind: "number", value: value.toJSON() };
  return typeof value === "number" ? { kind: "number", value } : undefined;
}
