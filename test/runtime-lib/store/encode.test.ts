import { expect, test } from "vitest";
import { date, duration, timezone } from "../../../runtime-lib/dates/functions.ts";
import { callMethod } from "../../../runtime-lib/dates/methods.ts";
import { isGrouped, keysOf, mapOfEntries, mapOfGroups } from "../../../runtime-lib/functions/keyed-map.ts";
import { add } from "../../../runtime-lib/functions/operators.ts";
import { text } from "../../../runtime-lib/run/values.ts";
import { decode, encode, sealed } from "../../../runtime-lib/store/encode.ts";

const noSecret = (name: string): string => {
  throw new Error(`no secret, but ${name}`);
};

const again = (value: unknown): unknown => decode(encode(value), noSecret);

test.each([
  ["nil", null],
  ["texts", ["", "a\nb", "\u2028", "\ud800"]],
  ["numbers", [0, -1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY, -Infinity]],
  ["bools", [true, false]],
  ["maps", { a: { b: [1, { c: null }] }, "": 1 }],
  ["a bigint", 12345678901234567890n],
  ["bytes", new Uint8Array([0, 127, 255])],
  ["a map that looks like a tag", { $flowc: ["number", "1"] }],
  ["a key of prototypes", JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')],
])("%s come back as they were", (_what, value) => {
  expect(again(value)).toEqual(value);
});

test("negative zero keeps its sign, in lists and maps", () => {
  expect(Object.is((again([-0]) as number[])[0], -0)).toBe(true);
  expect(Object.is((again({ zero: -0 }) as { zero: number }).zero, -0)).toBe(true);
});

test("plain values are plain JSON", () => {
  expect(encode({ a: [1, "x", true, null] })).toBe('{"a":[1,"x",true,null]}');
});

test("what is left out of JSON is left out", () => {
  expect(again({ a: undefined, b: 1 })).toEqual({ b: 1 });
});

test("maps whose keys are no texts keep their keys, and groups stay groups", () => {
  const keyed = again(
    mapOfEntries([
      [1, "one"],
      [true, "yes"],
      [null, "none"],
      ["a", "text"],
    ]),
  ) as Record<string, unknown>;
  expect(keysOf(keyed)).toEqual([1, true, null, "a"]);
  const groups = again(mapOfGroups([["a", [1]]])) as Record<string, unknown>;
  expect([isGrouped(groups), groups["a"]]).toEqual([true, [1]]);
});

test("dates keep their nanoseconds and their zone, and can be reckoned with", () => {
  const written = date("2024-03-30T12:00:00.123456789", "2006-01-02T15:04:05.999999999", "Europe/Berlin");
  const read = again(written);
  expect(text(read)).toBe(text(written));
  // A day later there is summer time: the zone has its rules.
  expect(text(callMethod(read, "AddDate", [0, 0, 1]))).toBe(text(callMethod(written, "AddDate", [0, 0, 1])));
  expect(text(add(read, again(duration("1h30m"))))).toBe(text(add(written, duration("1h30m"))));
});

test("a date in a zone that has no rules keeps its offset", () => {
  const written = date("2024-01-01T00:00:00+05:45");
  expect(text(again(written))).toBe("2024-01-01T00:00:00+05:45");
});

test("zones, months and weekdays keep what they are", () => {
  const written = date("2024-02-29");
  expect(String(again(timezone("Asia/Tokyo")))).toBe("Asia/Tokyo");
  const [month, weekday] = [callMethod(written, "Month", []), callMethod(written, "Weekday", [])];
  expect([text(again(month)), text(again(weekday))]).toEqual([text(month), text(weekday)]);
});

test("a sealed text is put together again", () => {
  const stored = encode("key: k1!", () => sealed(["key: ", ["KEY"], "!"]));
  expect(stored).not.toContain("k1");
  expect(decode(stored, (name) => (name === "KEY" ? "k2" : ""))).toBe("key: k2!");
});
