import { expressionError, typeOf } from "../run/values.ts";
import { monthNames, weekdayNames } from "./calendar.ts";
import { FlowDate } from "./date.ts";
import { FlowDuration } from "./duration.ts";
import { NamedNumber } from "./named-number.ts";
import { FlowZone, localZone, utc } from "./zone.ts";

/** The types that parameters of methods have, under the names that messages give them. */
interface Kinds {
  readonly date: FlowDate;
  readonly duration: FlowDuration;
  readonly timezone: FlowZone;
  readonly string: string;
  readonly int: number;
}

interface Method<Subject> {
  readonly parameters: readonly (keyof Kinds)[];
  readonly call: (subject: Subject, given: readonly unknown[]) => unknown;
}

/**
 * `value.name(…)` of a date, a duration, a time zone, a month or a weekday, under the names of Go's package time
 * (https://pkg.go.dev/time). Throws tool_runtime for an unknown method and for arguments that do not fit.
 */
export function callMethod(value: unknown, name: string, given: readonly unknown[]): unknown {
  if (value instanceof FlowDate) return call(value, [dateMethods, name, given]);
  if (value instanceof FlowDuration) return call(value, [durationMethods, name, given]);
  if (value instanceof FlowZone || value instanceof NamedNumber) return call(value, [printing, name, given]);
  throw noMethod(value, name);
}

function noMethod(value: unknown, name: string): Error {
  return expressionError(`${typeOf(value)} has no method ${name}`);
}

type Call<Subject> = readonly [Readonly<Record<string, Method<Subject>>>, string, readonly unknown[]];

function call<Subject>(subject: Subject, [methods, name, given]: Call<Subject>): unknown {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw noMethod(subject, name);
  const { parameters } = method;
  if (given.length !== parameters.length)
    throw expressionError(`${name} takes ${argumentCount(parameters.length)}, got ${given.length}`);
  parameters.forEach((kind, index) => {
    if (typeOf(given[index]) !== kind)
      throw expressionError(`${name} needs ${kind === "int" ? "an" : "a"} ${kind}, got ${typeOf(given[index])}`);
  });
  return method.call(subject, given);
}

function argumentCount(count: number): string {
  return `${count === 0 ? "no" : count} argument${count === 1 ? "" : "s"}`;
}

/* @__NO_SIDE_EFFECTS__ */
function none<Subject>(compute: (subject: Subject) => unknown): Method<Subject> {
  return { parameters: [], call: compute };
}

/* @__NO_SIDE_EFFECTS__ */
function one<Subject, Kind extends keyof Kinds>(
  kind: Kind,
  compute: (subject: Subject, argument: Kinds[Kind]) => unknown,
): Method<Subject> {
  return { parameters: [kind], call: (subject, [argument]) => compute(subject, argument as Kinds[Kind]) };
}

const dateMethods: Readonly<Record<string, Method<FlowDate>>> = {
  Year: none(({ shown: { fields } }) => fields.year),
  Month: none(({ shown: { fields } }) => new NamedNumber("Month", fields.month, monthNames[fields.month - 1] ?? "")),
  Day: none(({ shown: { fields } }) => fields.day),
  Hour: none(({ shown: { fields } }) => fields.hour),
  Minute: none(({ shown: { fields } }) => fields.minute),
  Second: none(({ shown: { fields } }) => fields.second),
  Nanosecond: none(({ shown: { nanoseconds } }) => nanoseconds),
  Weekday: none(
    ({ shown: { fields } }) => new NamedNumber("Weekday", fields.weekday, weekdayNames[fields.weekday] ?? ""),
  ),
  YearDay: none(({ shown: { fields } }) => fields.yearDay),
  Unix: none(({ epochSeconds }) => epochSeconds),
  UnixMilli: none(({ epochSeconds, shown }) => epochSeconds * 1000 + Math.floor(shown.nanoseconds / 1_000_000)),
  UnixMicro: none(({ epochSeconds, shown }) => epochSeconds * 1_000_000 + Math.floor(shown.nanoseconds / 1000)),
  UnixNano: none(({ epoch }) => Number(epoch)),
  Format: one("string", (date, layout) => date.format(layout)),
  In: one("timezone", (date, zone) => date.in(zone)),
  UTC: none((date) => date.in(utc)),
  Local: none((date) => date.in(localZone())),
  Location: none(({ shownIn }) => shownIn),
  Add: one("duration", (date, duration) => date.add(duration)),
  Sub: one("date", (date, other) => date.subtract(other)),
  AddDate: {
    parameters: ["int", "int", "int"],
    call: (date, given) => {
      const [years = 0, months = 0, days = 0] = given as readonly number[];
      return date.addDate(years, months, days);
    },
  },
  Before: one("date", (date, other) => date.epoch < other.epoch),
  After: one("date", (date, other) => date.epoch > other.epoch),
  Equal: one("date", (date, other) => date.epoch === other.epoch),
  Compare: one("date", (date, other) => (date.epoch < other.epoch ? -1 : date.epoch > other.epoch ? 1 : 0)),
  IsZero: none(({ isZero }) => isZero),
  Truncate: one("duration", (date, step) => date.truncate(step)),
  Round: one("duration", (date, step) => date.round(step)),
  String: none(String),
};

const durationMethods: Readonly<Record<string, Method<FlowDuration>>> = {
  Hours: none((duration) => duration.in("h")),
  Minutes: none((duration) => duration.in("m")),
  Seconds: none((duration) => duration.in("s")),
  Milliseconds: none(({ length }) => Number(length / 1_000_000n)),
  Microseconds: none(({ length }) => Number(length / 1000n)),
  Nanoseconds: none(({ length }) => Number(length)),
  Round: one("duration", (duration, step) => duration.round(step)),
  Truncate: one("duration", (duration, step) => duration.truncate(step)),
  Abs: none((duration) => duration.abs()),
  String: none(String),
};

const printing: Readonly<Record<string, Method<FlowZone | NamedNumber>>> = {
  String: none(String),
};
