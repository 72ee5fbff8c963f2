import { beforeEach, describe, expect, it, vi } from "vitest";
import { date, duration, timezone } from "../../../runtime-lib/dates/functions.ts";
import { callMethod } from "../../../runtime-lib/dates/methods.ts";

beforeEach(() => void vi.stubEnv("TZ", "America/New_York"));

const moment = date("2024-02-29T13:04:05.006007008Z");

describe("methods of a date", () => {
  it.each([
    ["Year", 2024],
    ["Month", 2],
    ["Day", 29],
    ["Hour", 13],
    ["Minute", 4],
    ["Second", 5],
    ["Nanosecond", 6_007_008],
    ["Weekday", 4],
    ["YearDay", 60],
    ["Unix", 1_709_211_845],
    ["UnixMilli", 1_709_211_845_006],
    ["UnixMicro", 1_709_211_845_006_007],
    ["UnixNano", Number(1_709_211_845_006_007_008n)],
    ["IsZero", false],
    ["String", "2024-02-29 13:04:05.006007008 +0000 UTC"],
    ["Local", "2024-02-29T08:04:05.006007008-05:00"],
  ])("%s", (name, expected) => {
    expect(JSON.stringify(callMethod(moment, name, []))).toBe(JSON.stringify(expected));
  });

  it("names months and weekdays in text", () => {
    expect(String(callMethod(moment, "Month", []))).toBe("February");
    expect(callMethod(callMethod(moment, "Weekday", []), "String", [])).toBe("Thursday");
  });

  it.each([
    ["2006-01-02 15:04:05.000", "2024-02-29 13:04:05.006"],
    ["2006-01-02T15:04:05.999999999Z07:00", "2024-02-29T13:04:05.006007008Z"],
    ["15:04:05.9 15:04:05,99", "13:04:05 13:04:05"],
    ["15:04:05.999", "13:04:05.006"],
    ["Mon Monday Jan January", "Thu Thursday Feb February"],
    ["2 02 _2 1 01 06", "29 29 29 2 02 24"],
    ["3 03 3:04PM pm 4 04 5 05", "1 01 1:04PM pm 4 04 5 05"],
    ["002 __2", "060  60"],
    ["MST -0700 -07:00 -07 -070000 -07:00:00", "UTC +0000 +00:00 +00 +000000 +00:00:00"],
    ["Z0700 Z07:00 Z07 Z070000 Z07:00:00", "Z Z Z Z Z"],
    ["Mon, 02 Jan 2006 15:04:05 MST", "Thu, 29 Feb 2024 13:04:05 UTC"],
    ["_2006", "_2024"],
    ["Mond Month Jano", "Mond Month Jano"],
    [".0001 .5", ".0002 .5"],
    ["day", "day"],
    ["", ""],
  ])("Format(%s)", (layout, expected) => {
    expect(callMethod(moment, "Format", [layout])).toBe(expected);
  });

  it("formats other hours, days and offsets", () => {
    const early = date("2024-03-05T00:07:09-05:30");
    expect(callMethod(early, "Format", ["3:04pm 03 _2 2 Z0700 -07 MST"])).toBe("12:07am 12  5 5 -0530 -05 -0530");
  });

  it.each([
    ["Europe/Berlin", "2024-03-31T00:59:59Z", "2024-03-31 01:59:59 +0100 CET"],
    ["Europe/Berlin", "2024-03-31T01:00:00Z", "2024-03-31 03:00:00 +0200 CEST"],
    ["Europe/Berlin", "2024-10-27T00:59:59Z", "2024-10-27 02:59:59 +0200 CEST"],
    ["Europe/Berlin", "2024-10-27T01:00:00Z", "2024-10-27 02:00:00 +0100 CET"],
    ["America/New_York", "2024-11-03T05:59:59Z", "2024-11-03 01:59:59 -0400 EDT"],
    ["America/New_York", "2024-11-03T06:00:00Z", "2024-11-03 01:00:00 -0500 EST"],
    ["Europe/London", "2024-07-01T00:00:00Z", "2024-07-01 01:00:00 +0100 BST"],
    ["Australia/Sydney", "2024-01-01T00:00:00Z", "2024-01-01 11:00:00 +1100 AEDT"],
    ["Asia/Tokyo", "2024-07-01T00:00:00Z", "2024-07-01 09:00:00 +0900 JST"],
    ["Asia/Kolkata", "2024-07-01T00:00:00Z", "2024-07-01 05:30:00 +0530 IST"],
    ["Asia/Kathmandu", "2024-07-01T00:00:00Z", "2024-07-01 05:45:00 +0545 +0545"],
    ["America/Sao_Paulo", "2024-07-01T00:00:00Z", "2024-06-30 21:00:00 -0300 -03"],
    ["Europe/Moscow", "2024-07-01T00:00:00Z", "2024-07-01 03:00:00 +0300 MSK"],
    ["Pacific/Kiritimati", "2024-07-01T00:00:00Z", "2024-07-01 14:00:00 +1400 +14"],
    ["Europe/Berlin", "1850-01-01T00:00:00Z", "1850-01-01 00:53:28 +0053 +0053"],
    ["UTC", "2024-07-01T00:00:00Z", "2024-07-01 00:00:00 +0000 UTC"],
  ])("In(%s) of %s", (zone, text, expected) => {
    expect(String(callMethod(date(text), "In", [timezone(zone)]))).toBe(expected);
  });

  it.each([
    // The clocks go forward: half past two is not there; they go back: it is there twice. Both as Go has them.
    ["Europe/Berlin", "2024-03-31 02:30", "2024-03-31T03:30:00+02:00"],
    ["Europe/Berlin", "2024-10-27 02:30", "2024-10-27T02:30:00+01:00"],
    ["America/New_York", "2024-03-10 02:30", "2024-03-10T01:30:00-05:00"],
    ["America/New_York", "2024-11-03 01:30", "2024-11-03T01:30:00-04:00"],
    ["Asia/Tokyo", "2024-01-01 00:00", "2024-01-01T00:00:00+09:00"],
  ])("a time of the clocks in %s: %s", (zone, text, expected) => {
    expect(date(text, "2006-01-02 15:04", zone).toJSON()).toBe(expected);
  });

  it.each([
    [[1, 0, 0], "2025-03-01"],
    [[4, 0, 0], "2028-02-29"],
    [[0, 1, 0], "2024-03-29"],
    [[0, -1, 2], "2024-01-31"],
    [[0, 12, 1], "2025-03-02"],
    [[0, 0, 1], "2024-03-01"],
    [[0, 0, 366], "2025-03-01"],
    [[-2024, 0, 0], "0000-02-29"],
  ])("AddDate%j", (given, expected) => {
    const result = callMethod(date("2024-02-29"), "AddDate", given);
    expect(callMethod(result, "Format", ["2006-01-02"])).toBe(expected);
  });

  it("keeps the time of day over a change of the clocks in AddDate, and the hours in Add", () => {
    const before = date("2024-03-30 12:00", "2006-01-02 15:04", "Europe/Berlin");
    expect(callMethod(before, "AddDate", [0, 0, 1])).toEqual(
      date("2024-03-31 12:00", "2006-01-02 15:04", "Europe/Berlin"),
    );
    expect(JSON.stringify(callMethod(before, "Add", [duration("24h")]))).toBe('"2024-03-31T13:00:00+02:00"');
  });

  it("compares, subtracts, truncates and rounds", () => {
    const other = date("2024-02-29T14:04:05.006007008+01:00");
    const later = callMethod(moment, "Add", [duration("1h1ns")]);
    expect(callMethod(moment, "Equal", [other])).toBe(true);
    expect(callMethod(moment, "Before", [later])).toBe(true);
    expect(callMethod(moment, "After", [later])).toBe(false);
    expect(["Compare", "Compare"].map((name) => callMethod(moment, name, [later]))).toEqual([-1, -1]);
    expect(callMethod(later, "Compare", [moment])).toBe(1);
    expect(String(callMethod(later, "Sub", [moment]))).toBe("1h0m0.000000001s");
    expect(JSON.stringify(callMethod(moment, "Truncate", [duration("1h")]))).toBe('"2024-02-29T13:00:00Z"');
    expect(JSON.stringify(callMethod(moment, "Round", [duration("10ms")]))).toBe('"2024-02-29T13:04:05.01Z"');
    expect(JSON.stringify(callMethod(moment, "Round", [duration("1h")]))).toBe('"2024-02-29T13:00:00Z"');
    expect(callMethod(moment, "Truncate", [duration("0")])).toBe(moment);
    // Weeks count from the first day of the year 1, a Monday.
    expect(JSON.stringify(callMethod(moment, "Truncate", [duration("168h")]))).toBe('"2024-02-26T00:00:00Z"');
    expect(JSON.stringify(callMethod(date("0000-12-31T23:59:59Z"), "Truncate", [duration("1h")]))).toBe(
      '"0000-12-31T23:00:00Z"',
    );
    expect(callMethod(date("0001-01-01"), "IsZero", [])).toBe(true);
    expect(String(callMethod(date("9999-01-01"), "Sub", [date("0001-01-01")]))).toBe("2562047h47m16.854775807s");
  });

  it.each([
    [moment, "Foo", [], "date has no method Foo"],
    [moment, "constructor", [], "date has no method constructor"],
    [moment, "Year", [1], "Year takes no arguments, got 1"],
    [moment, "Format", [], "Format takes 1 argument, got 0"],
    [moment, "Format", [1], "Format needs a string, got int"],
    [moment, "Add", ["1h"], "Add needs a duration, got string"],
    [moment, "In", ["UTC"], "In needs a timezone, got string"],
    [moment, "Sub", [duration("1h")], "Sub needs a date, got duration"],
    [moment, "AddDate", [1, 2], "AddDate takes 3 arguments, got 2"],
    [moment, "AddDate", [1, 2, 0.5], "AddDate needs an int, got float"],
    [moment, "AddDate", [1e9, 0, 0], "the date is out of range"],
    [duration("1h"), "Year", [], "duration has no method Year"],
    ["text", "Year", [], "string has no method Year"],
    [null, "Year", [], "nil has no method Year"],
  ])("refuses %s.%s(%j)", (value, name, given, message) => {
    expect(() => callMethod(value, name, given)).toThrow(message);
  });
});

describe("methods of a duration", () => {
  it.each([
    ["1h30m", "Hours", [], 1.5],
    ["90s", "Minutes", [], 1.5],
    ["1500ms", "Seconds", [], 1.5],
    ["-1.5ms", "Milliseconds", [], -1],
    ["1.5ms", "Microseconds", [], 1500],
    ["1us", "Nanoseconds", [], 1000],
    ["1h0.5s", "String", [], "1h0m0.5s"],
    ["1h29m", "Round", ["1h"], "1h0m0s"],
    ["1h30m", "Round", ["1h"], "2h0m0s"],
    ["-1h30m", "Round", ["1h"], "-2h0m0s"],
    ["-1h29m", "Round", ["1h"], "-1h0m0s"],
    ["1h29m", "Round", ["0"], "1h29m0s"],
    ["1h59m", "Truncate", ["1h"], "1h0m0s"],
    ["-1h59m", "Truncate", ["1h"], "-1h0m0s"],
    ["-5s", "Abs", [], "5s"],
  ])("%s.%s", (text, name, given, expected) => {
    const result = callMethod(duration(text), name, given.map(duration));
    expect(typeof expected === "string" ? String(result) : result).toBe(expected);
  });
});
