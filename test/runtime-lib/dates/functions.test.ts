import { beforeEach, describe, expect, it, vi } from "vitest";
import { date, duration, now, timezone } from "../../../runtime-lib/dates/functions.ts";

beforeEach(() => void vi.stubEnv("TZ", "America/New_York"));

/** Texts that fit a layout, and the dates that Go reads from them. */
const read: readonly (readonly [layout: string, text: string, json: string])[] = [
  ["2006-01-02", "2024-02-29", "2024-02-29T00:00:00Z"],
  ["2006-01-02", "0001-01-01", "0001-01-01T00:00:00Z"],
  ["2006-1-2", "2024-2-9", "2024-02-09T00:00:00Z"],
  ["2006-1-2", "2024-12-31", "2024-12-31T00:00:00Z"],
  ["02.01.2006", "31.12.2024", "2024-12-31T00:00:00Z"],
  ["01/02/06", "12/31/68", "2068-12-31T00:00:00Z"],
  ["01/02/06", "12/31/69", "1969-12-31T00:00:00Z"],
  ["2 Jan 2006", "5 may 2024", "2024-05-05T00:00:00Z"],
  ["January 2, 2006", "February 3, 2024", "2024-02-03T00:00:00Z"],
  ["Monday, Jan _2 2006", "Friday, May  3 2024", "2024-05-03T00:00:00Z"],
  // The weekday is read and not checked.
  ["Mon Jan _2 2006", "Sun May 13 2024", "2024-05-13T00:00:00Z"],
  ["2006 002", "2024 060", "2024-02-29T00:00:00Z"],
  ["2006 002", "2023 060", "2023-03-01T00:00:00Z"],
  ["2006 002", "2024 366", "2024-12-31T00:00:00Z"],
  ["2006 __2", "2024   1", "2024-01-01T00:00:00Z"],
  ["2006-01-02 002", "2024-02-29 060", "2024-02-29T00:00:00Z"],
  ["15:04:05", "23:59:59", "0000-01-01T23:59:59Z"],
  ["15:4:5", "7:8:9", "0000-01-01T07:08:09Z"],
  ["3:04PM", "12:00AM", "0000-01-01T00:00:00Z"],
  ["3:04PM", "12:30PM", "0000-01-01T12:30:00Z"],
  ["03:04 pm", "11:05 pm", "0000-01-01T23:05:00Z"],
  ["15:04:05.000", "01:02:03.456", "0000-01-01T01:02:03.456Z"],
  ["15:04:05,000", "01:02:03,456", "0000-01-01T01:02:03.456Z"],
  ["15:04:05.999", "01:02:03", "0000-01-01T01:02:03Z"],
  ["15:04:05.999", "01:02:03.123456789", "0000-01-01T01:02:03.123456789Z"],
  ["15:04:05", "01:02:03.5", "0000-01-01T01:02:03.5Z"],
  ["15:04:05", "01:02:03.0000000019", "0000-01-01T01:02:03.000000001Z"],
  ["2006-01-02T15:04:05Z07:00", "2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"],
  ["2006-01-02T15:04:05Z07:00", "2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00"],
  ["2006-01-02T15:04:05Z07:00", "2024-05-01T10:00:00.123-05:30", "2024-05-01T10:00:00.123-05:30"],
  ["2006-01-02 15:04:05 -0700", "2024-05-01 10:00:00 +0200", "2024-05-01T10:00:00+02:00"],
  ["2006-01-02 15:04:05 -07", "2024-05-01 10:00:00 -03", "2024-05-01T10:00:00-03:00"],
  ["2006-01-02 15 -070000", "2024-05-01 10 +013000", "2024-05-01T10:00:00+01:30"],
  ["2006-01-02 15 -07:00:00", "2024-05-01 10 +01:30:00", "2024-05-01T10:00:00+01:30"],
  ["2006-01-02 15 Z0700", "2024-05-01 10 Z", "2024-05-01T10:00:00Z"],
  ["2006-01-02 15:04 MST", "2024-05-01 10:00 UTC", "2024-05-01T10:00:00Z"],
  // New York is the machine's zone here; other abbreviations are kept and have no offset.
  ["2006-01-02 15:04 MST", "2024-05-01 10:00 EDT", "2024-05-01T10:00:00-04:00"],
  ["2006-01-02 15:04 MST", "2024-05-01 10:00 EST", "2024-05-01T11:00:00-04:00"],
  ["2006-01-02 15:04 MST", "2024-05-01 10:00 CEST", "2024-05-01T10:00:00Z"],
  ["2006-01-02 15:04 MST", "2024-05-01 10:00 GMT+3", "2024-05-01T13:00:00+03:00"],
  ["2006_01", "2024_05", "2024-05-01T00:00:00Z"],
  ["_2006", "_2024", "2024-01-01T00:00:00Z"],
  ["2006 January", "2024   May", "2024-05-01T00:00:00Z"],
  ["Janitor 2006", "Janitor 2024", "2024-01-01T00:00:00Z"],
  ["year 2006", "year 2024", "2024-01-01T00:00:00Z"],
  ["", "", "0000-01-01T00:00:00Z"],
];

const unread: readonly (readonly [layout: string, text: string, reason: string])[] = [
  ["2006-01-02", "2024-02-30", "the day is out of range"],
  ["2006-01-02", "2023-02-29", "the day is out of range"],
  ["2006-01-02", "2024-00-01", '"00-01" does not fit "01"'],
  ["2006-01-02", "2024-13-01", '"13-01" does not fit "01"'],
  ["2006-01-02", "2024-1-01", '"1-01" does not fit "01"'],
  ["2006-01-02", "2024-01-00", "the day is out of range"],
  ["2006-01-02", "24-01-01", '"24-01-01" does not fit "2006"'],
  ["2006-01-02", "2024-01-01T", '"T" is left over'],
  ["2006-01-02", "2024/01/01", '"/01/01" does not fit "-"'],
  ["2006-01-02", "", '"" does not fit "2006"'],
  ["15:04", "24:00", '"24:00" does not fit "15"'],
  ["15:04", "10:60", '"60" does not fit "04"'],
  ["15:04:05", "10:00:60", '"60" does not fit "05"'],
  ["3:04PM", "13:00PM", '"13:00PM" does not fit "3"'],
  ["3:04PM", "1:00pm", '"pm" does not fit "PM"'],
  ["Jan", "Foo", '"Foo" does not fit "Jan"'],
  ["Monday", "Mon", '"Mon" does not fit "Monday"'],
  ["15:04:05.000", "10:00:00.12", '".12" does not fit ".000"'],
  ["2006 002", "2023 366", "the day of the year is out of range"],
  ["2006 002", "2023 000", "the day of the year is out of range"],
  ["2006-01 002", "2023-03 001", "the day of the year is not in the month"],
  ["2006-01-02 002", "2023-01-02 001", "the day of the year is not the day of the month"],
  ["-0700", "+2500", '"+2500" does not fit "-0700"'],
  ["-07:00", "+0700", '"+0700" does not fit "-07:00"'],
  ["MST", "Ab", '"Ab" does not fit "MST"'],
];

describe("date", () => {
  it.each(read)("reads in the layout %s the text %s", (layout, text, json) => {
    expect(JSON.stringify(date(text, layout))).toBe(`"${json}"`);
  });

  it.each(unread)("refuses in the layout %s the text %s", (layout, text, reason) => {
    expect(() => date(text, layout)).toThrow(
      `${JSON.stringify(text)} does not fit the layout ${JSON.stringify(layout)}: ${reason}`,
    );
  });

  it.each([
    ["2024-12-31", "2024-12-31T00:00:00Z"],
    ["10:20:30", "0000-01-01T10:20:30Z"],
    ["2024-12-31 10:20:30", "2024-12-31T10:20:30Z"],
    ["2024-12-31 10:20:30.25", "2024-12-31T10:20:30.25Z"],
    ["2024-12-31T10:20:30Z", "2024-12-31T10:20:30Z"],
    ["2024-12-31T10:20:30.5+01:00", "2024-12-31T10:20:30.5+01:00"],
    ["31 Dec 24 10:20 UTC", "2024-12-31T10:20:00Z"],
    ["Tuesday, 31-Dec-24 10:20:30 UTC", "2024-12-31T10:20:30Z"],
    ["Tue, 31 Dec 2024 10:20:30 UTC", "2024-12-31T10:20:30Z"],
  ])("tries the layouts of the reference on %s", (text, json) => {
    expect(date(text).toJSON()).toBe(json);
  });

  it("takes a zone by name behind the layout and as a value in front", () => {
    const layout = "2006-01-02 15:04";
    expect(date("2024-07-01 12:00", layout, "Europe/Berlin").toJSON()).toBe("2024-07-01T12:00:00+02:00");
    expect(date(timezone("Europe/Berlin"), "2024-01-01").toJSON()).toBe("2024-01-01T00:00:00+01:00");
    expect(date(timezone("Asia/Kolkata"), "2024-01-01 00:30", layout).toJSON()).toBe("2024-01-01T00:30:00+05:30");
    expect(date("2024-07-01 12:00 +0200", `${layout} -0700`, "Europe/Berlin").shownIn.toString()).toBe("Europe/Berlin");
    expect(date("2024-07-01 12:00 CET", `${layout} MST`, "Europe/Berlin").toJSON()).toBe("2024-07-01T13:00:00+02:00");
  });

  it("refuses what is not a date, no text, or in no zone", () => {
    const failure = { failureClass: "tool_runtime" };
    expect(() => date("tomorrow")).toThrow('"tomorrow" is not a date such as "2024-12-31" or "2024-12-31T15:04:05Z"');
    expect(() => date("tomorrow")).toThrow(expect.objectContaining(failure));
    expect(() => date(5)).toThrow("expected a string, got int");
    expect(() => date()).toThrow("date needs a text");
    expect(() => date("2024", "2006", "Mars/Base")).toThrow('"Mars/Base" is not a time zone');
  });
});

describe("now", () => {
  const step = { run: { effects: undefined } };

  it("is the machine's clock in its zone or another", () => {
    expect(Math.abs(now(step).epochSeconds * 1000 - Date.now())).toBeLessThan(2000);
    expect(now(step).shownIn.toString()).toBe("Local");
    expect(now(step, timezone("Asia/Tokyo")).shown.offset).toBe(9 * 3600);
    expect(() => now(step, "UTC")).toThrow("now takes a time zone, got string");
  });
});

describe("timezone", () => {
  it.each(["Nowhere", "europe/berlin", "+01:00", "../etc/passwd", "Europe/", "MEZ/"])("refuses %s", (name) => {
    expect(() => timezone(name)).toThrow(`"${name}" is not a time zone such as "Europe/Berlin" or "UTC"`);
  });

  it("knows UTC, the machine's zone and names of the database", () => {
    expect([timezone(""), timezone("UTC"), timezone("Local"), timezone("Etc/GMT+5")].map(String)).toEqual([
      "UTC",
      "UTC",
      "Local",
      "Etc/GMT+5",
    ]);
  });
});

describe("duration", () => {
  it.each([
    ["0", "0s", 0],
    ["1h", "1h0m0s", 3.6e12],
    ["1h30m", "1h30m0s", 5.4e12],
    ["1.5h", "1h30m0s", 5.4e12],
    ["90m", "1h30m0s", 5.4e12],
    ["-1.5s", "-1.5s", -1.5e9],
    ["+5s", "5s", 5e9],
    ["250ms", "250ms", 2.5e8],
    ["1.25ms", "1.25ms", 1_250_000],
    ["5us", "5µs", 5000],
    ["5µs", "5µs", 5000],
    ["5μs", "5µs", 5000],
    ["7ns", "7ns", 7],
    [".5s", "500ms", 5e8],
    ["1.s", "1s", 1e9],
    ["1h1m1s1ms1us1ns", "1h1m1.001001001s", 3_661_001_001_001],
    ["1m0.5s", "1m0.5s", 6.05e10],
    ["0.9ns", "0s", 0],
    ["72h", "72h0m0s", 2.592e14],
  ])("reads %s", (text, printed, nanoseconds) => {
    expect(String(duration(text))).toBe(printed);
    expect(JSON.stringify(duration(text))).toBe(String(nanoseconds));
  });

  it.each(["", "1", "1d", "h", "1h ", " 1h", "-", "1.2.3s", ".s", "1h-5m", "00", "five"])("refuses '%s'", (text) => {
    expect(() => duration(text)).toThrow(`${JSON.stringify(text)} is not a duration such as "1h30m" or "250ms"`);
  });

  it("ends at 292 years", () => {
    expect(String(duration("2562047h47m16.854775807s"))).toBe("2562047h47m16.854775807s");
    expect(() => duration("2562047h47m16.854775808s")).toThrow("is longer than a duration can be");
    expect(String(duration("-2562047h47m16.854775808s"))).toBe("-2562047h47m16.854775808s");
  });
});
