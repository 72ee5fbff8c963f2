import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeated } from "../../../runtime-lib/validators/repeated.ts";

const scalar = fc.constantFrom(
  null,
  true,
  false,
  0,
  -0,
  1,
  1.5,
  1e21,
  "",
  "0",
  "1",
  "#1",
  "null",
  "a",
  '"',
  "__proto__",
);
const key = fc.constantFrom("a", "b", "", "0", "__proto__", "aa");
const { value } = fc.letrec<{ value: unknown; list: unknown; map: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, tie("list"), tie("map")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  map: fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((pairs) => parsed(pairs as [string, unknown][])),
}));

/** A map as JSON gives it, keys of all names being its own, in the order of the pairs. */
function parsed(pairs: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(`{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`).join(",")}}`);
}

const ofAjv = new Ajv().compile({ type: "array", uniqueItems: true });
const areEqual = (first: unknown, second: unknown) => !ofAjv([first, second]);

describe("items that are the same", () => {
  test("are those that ajv takes for equal", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 6 }), (items) => {
        const found = repeated(items);
        expect(found === undefined).toBe(ofAjv(items));
        if (found !== undefined) expect(areEqual(items[found.i], items[found.j])).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["[1, 1.0]", true],
    ["[0, -0.0]", true],
    ['[1, "1"]', false],
    ["[1, true]", false],
    ["[null, {}]", false],
    ["[[], {}]", false],
    ["[[1, 2], [2, 1]]", false],
    ["[[1, 2], [12]]", false],
    ['[{"a": 1, "b": 2}, {"b": 2.0, "a": 1e0}]', true],
    ['[{"a": {"x": [1, {"p": 1, "q": 2}]}}, {"a": {"x": [1, {"q": 2, "p": 1}]}}]', true],
    // Here ajv compares what it takes for functions.
    ['[{"constructor": []}, {"constructor": []}]', true],
    ['[{"a": 1}, {"a": 1, "b": null}]', false],
    ['[{"a": "1,\\"b\\":2"}, {"a": "1", "b": "2"}]', false],
    ['["\\ud800", "\\ud801"]', false],
    ['["é", "e\\u0301"]', false],
  ])("%s: %s", (json, expected) => {
    expect(repeated(JSON.parse(json)) !== undefined).toBe(expected);
  });

  test("are reported by their places, the later one first", () => {
    expect(repeated(["a", { k: 1 }, "b", { k: 1 }, "a"])).toEqual({ i: 3, j: 1 });
  });

  test("are found among long texts too", () => {
    const long = (end: string) => `${"x".repeat(20_000)}${end}`;
    expect(repeated([long("a"), long("b"), { t: long("a") }])).toBeUndefined();
    expect(repeated([long("a"), long("b"), long("a")])).toEqual({ i: 2, j: 0 });
  });

  test("take no time to speak of, however many there are", () => {
    const objects = Array.from({ length: 100_000 }, (_unused, index) => ({ same: { deep: [1, "x"] }, index }));
    expect(repeated(objects)).toBeUndefined();
    expect(repeated([...objects, { index: 5, same: { deep: [1, "x"] } }])).toEqual({ i: 100_000, j: 5 });
    // Multiples of a large power of two fall into one place of a table whose hash is the number itself.
    expect(repeated(Array.from({ length: 100_000 }, (_unused, index) => index * 2 ** 20))).toBeUndefined();
  });
});
