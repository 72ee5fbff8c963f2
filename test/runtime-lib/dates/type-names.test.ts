import { describe, expect, test } from "vitest";
import { date, duration, now, timezone } from "../../../runtime-lib/dates/functions.ts";
import { callMethod } from "../../../runtime-lib/dates/methods.ts";
import { member, optionalMember } from "../../../runtime-lib/functions/operators.ts";
import { len, typeName, upper, values } from "../../../runtime-lib/index.ts";
import { typeOf } from "../../../runtime-lib/run/values.ts";

const moment = date("2026-03-01");

describe.each([
  ["date", "time.Time", moment],
  ["duration", "time.Duration", duration("1h")],
  ["timezone", "time.Location", timezone("UTC")],
  ["month", "time.Month", callMethod(moment, "Month", [])],
  ["weekday", "time.Weekday", callMethod(moment, "Weekday", [])],
])("a %s", (name, goName, value) => {
  test("is called so in messages, and as in Go by type()", () => {
    expect(typeOf(value)).toBe(name);
    expect(typeName(value)).toBe(goName);
    expect(() => upper(value)).toThrow(`upper: expected a string, got ${name}`);
  });

  test("is no map", () => {
    expect(() => len(value)).toThrow(`len: expected a string, an array or a map, got ${name}`);
    expect(() => values(value)).toThrow(`values: expected a map, got ${name}`);
    expect(() => member(value, "year")).toThrow(`cannot read "year" of ${name}`);
    expect(() => optionalMember(value, "year")).toThrow(`cannot read "year" of ${name}`);
  });
});

test("other types keep their names", () => {
  const all = [null, true, 1, 0.5, "a", [1], { a: 1 }];
  expect(all.map((value) => typeName(value))).toEqual(["nil", "bool", "int", "float", "string", "array", "map"]);
  expect(all.map(typeOf)).toEqual(["nil", "bool", "int", "float", "string", "array", "map"]);
});

test("a function that takes a time zone says what it got", () => {
  expect(() => now({ run: { effects: undefined } }, duration("1h"))).toThrow("now takes a time zone, got duration");
});
