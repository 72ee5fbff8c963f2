import { describe, expect, it } from "vitest";
import { date, duration, timezone } from "../../../runtime-lib/dates/functions.ts";
import { callMethod } from "../../../runtime-lib/dates/methods.ts";
import { arithmetic, compareDates, equalDates, isDateValue } from "../../../runtime-lib/dates/operators.ts";

const first = date("2024-02-28T12:00:00Z");
const second = date("2024-03-01T12:00:00Z");
const hour = duration("1h");

describe("arithmetic", () => {
  it.each([
    ["-", second, first, "48h0m0s"],
    ["-", first, second, "-48h0m0s"],
    ["+", first, hour, "2024-02-28 13:00:00 +0000 UTC"],
    ["+", hour, first, "2024-02-28 13:00:00 +0000 UTC"],
    ["-", first, hour, "2024-02-28 11:00:00 +0000 UTC"],
    ["+", hour, hour, "2h0m0s"],
    ["-", hour, duration("90m"), "-30m0s"],
    ["*", hour, 3, "3h0m0s"],
    ["*", 3, hour, "3h0m0s"],
    ["*", hour, 1.5, "1h30m0s"],
    ["*", hour, -0.5, "-30m0s"],
    ["*", duration("2ns"), duration("3ns"), "6ns"],
  ] as const)("%s of %s and %s", (operator, left, right, expected) => {
    expect(String(arithmetic(operator, left, right))).toBe(expected);
  });

  it("leaves other values alone", () => {
    expect(arithmetic("+", 1, 2)).toBeUndefined();
    expect(arithmetic("-", "a", null)).toBeUndefined();
    expect([first, hour, timezone("UTC"), callMethod(first, "Month", []), {}, 1, null].map(isDateValue)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ["+", first, first, "cannot compute date + date"],
    ["+", first, 1, "cannot compute date + int"],
    ["+", "a", hour, "cannot compute string + duration"],
    ["-", hour, first, "cannot compute duration - date"],
    ["*", first, 2, "cannot compute date * int"],
    ["*", hour, Number.POSITIVE_INFINITY, "cannot compute a duration times Infinity"],
    ["+", timezone("UTC"), hour, "cannot compute timezone + duration"],
  ] as const)("refuses %s of %s and %s", (operator, left, right, message) => {
    expect(() => arithmetic(operator, left, right)).toThrow(message);
  });
});

describe("compareDates and equalDates", () => {
  it("order dates as instants, durations by length, months by number", () => {
    const sameInBerlin = callMethod(first, "In", [timezone("Europe/Berlin")]);
    expect([compareDates(first, second), compareDates(second, first), compareDates(first, sameInBerlin)]).toEqual([
      -1, 1, 0,
    ]);
    expect(equalDates(first, sameInBerlin)).toBe(true);
    expect([compareDates(hour, duration("61m")), compareDates(hour, duration("60m"))]).toEqual([-1, 0]);
    expect(equalDates(callMethod(first, "Month", []), 2)).toBe(true);
    expect(compareDates(callMethod(first, "Month", []), callMethod(second, "Month", []))).toBe(-1);
  });

  it("say nothing of other values, and mix no kinds", () => {
    expect([compareDates(1, 2), equalDates("a", null)]).toEqual([undefined, undefined]);
    expect(() => compareDates(first, hour)).toThrow("cannot compare date and duration");
    expect(() => compareDates(first, "2024")).toThrow("cannot compare date and string");
    expect(() => compareDates(1, hour)).toThrow("cannot compare int and duration");
    expect([equalDates(first, null), equalDates(hour, 3.6e12), equalDates(first, hour)]).toEqual([false, false, false]);
    expect(equalDates(timezone("UTC"), timezone("UTC"))).toBe(true);
  });
});
