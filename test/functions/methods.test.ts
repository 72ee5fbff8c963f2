import { describe, expect, test } from "vitest";
import { methods } from "../../compiler/functions/methods.ts";
import type { ValueType } from "../../compiler/nouns/value-type.ts";
import { date, duration, timezone } from "../../runtime-lib/dates/functions.ts";
import { callMethod } from "../../runtime-lib/dates/methods.ts";
import { typeOf } from "../../runtime-lib/run/values.ts";

const samples: Readonly<Record<string, unknown>> = {
  date: date("2026-03-01T12:30:15Z"),
  duration: duration("90m"),
  timezone: timezone("Europe/Berlin"),
  string: "2006",
  int: 1,
};

const all = [...methods].flatMap(([kind, specs]) =>
  [...specs].map(([name, spec]) => [`${kind}.${name}`, kind, name, spec] as const),
);

describe("the table of methods agrees with the runtime library", () => {
  test.each(all)("%s", (_title, kind, name, { parameters, result }) => {
    const given = parameters.map((type) => samples[type.kind]);
    expect(fits(callMethod(samples[kind], name, given), result)).toBe(true);
    expect(() => callMethod(samples[kind], name, [...given, 1])).toThrow(/^\w+ takes .* got \d$/);
  });

  // https://pkg.go.dev/time: what a date, a duration or a location could be asked for.
  const names =
    "Abs Add AddDate After Before Clock Compare Date Day Equal Format GoString Hour Hours ISOWeek In IsDST IsZero Local " +
    "Location Microseconds Milliseconds Minute Minutes Month Nanosecond Nanoseconds Round Second Seconds String Sub " +
    "Truncate UTC Unix UnixMicro UnixMilli UnixNano Weekday Year YearDay Zone";

  test.each([...methods.keys()])("and knows the same methods of a %s", (kind) => {
    const atRunTime = names.split(" ").filter((name) => {
      try {
        callMethod(samples[kind], name, [{}, {}, {}, {}]);
        return true;
      } catch (error) {
        return !String(error).includes("has no method");
      }
    });
    expect([...(methods.get(kind)?.keys() ?? [])].sort()).toEqual(atRunTime.sort());
  });
});

function fits(value: unknown, { kind }: ValueType): boolean {
  return kind === "any" || typeOf(value) === kind || (kind === "float" && typeof value === "number");
}
