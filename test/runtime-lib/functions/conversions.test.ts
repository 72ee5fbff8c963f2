import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fromPairs } from "../../../runtime-lib/functions/collections.ts";
import * as flow from "../../../runtime-lib/functions/conversions.ts";
import { failure } from "./failure.ts";

describe("default", () => {
  it("replaces nil and empty text only", () => {
    expect([null, undefined, "", 0, false, []].map((value) => flow.defaultTo(value, "d"))).toEqual([
      "d",
      "d",
      "d",
      0,
      false,
      [],
    ]);
  });
});

describe("type", () => {
  it("names what a value is at run time", () => {
    const found = [null, true, 1, 0.5, "a", [], {}].map(flow.typeName);
    expect(found).toEqual(["nil", "bool", "int", "float", "string", "array", "map"]);
  });
});

describe("int and float", () => {
  it.each([
    [flow.int("123"), 123],
    [flow.int("-7"), -7],
    [flow.int("007"), 7],
    [flow.int(1.9), 1],
    [flow.int(-0.9), 0],
    [flow.float("123.45"), 123.45],
    [flow.float("+.5e1"), 5],
    [flow.float("5."), 5],
    [flow.float(3), 3],
  ])("gives %d", (found, expected) => {
    expect(found).toBe(expected);
  });

  it("refuse what holds none", () => {
    expect(failure(() => flow.int("1.5"))).toBe('int: "1.5" is not a whole number');
    expect(failure(() => flow.int(""))).toBe('int: "" is not a whole number');
    expect(failure(() => flow.int(" 1"))).toBe('int: " 1" is not a whole number');
    expect(failure(() => flow.int("99999999999999999999"))).toContain("is not a whole number");
    expect(failure(() => flow.int(Number.NaN))).toBe("int: NaN is not a whole number");
    expect(failure(() => flow.int(true))).toBe("int: expected a number or a string, got bool");
    expect(failure(() => flow.float("abc"))).toBe('float: "abc" is not a number');
    expect(failure(() => flow.float("1e999"))).toBe('float: "1e999" is not a number');
    expect(failure(() => flow.float("x".repeat(50)))).toBe(`float: "${"x".repeat(40)}…" is not a number`);
    expect(failure(() => flow.float(null))).toBe("float: expected a number or a string, got nil");
  });
});

describe("string", () => {
  it.each([
    ["a b", "a b"],
    [null, "<nil>"],
    [true, "true"],
    [0.5, "0.5"],
    [-3, "-3"],
    [1_000_000, "1000000"],
    [2 ** 62, "4611686018427387904"],
    [1e21, "1e+21"],
    [1.5e300, "1.5e+300"],
    [1234567.5, "1.2345675e+06"],
    [123456.5, "123456.5"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1.5e-10, "1.5e-10"],
    [Number.POSITIVE_INFINITY, "+Inf"],
    [Number.NEGATIVE_INFINITY, "-Inf"],
    [Number.NaN, "NaN"],
    [[], "[]"],
    [[1, "2", null, [true]], "[1 2 <nil> [true]]"],
    [{}, "map[]"],
    [{ b: 1, a: { c: [1, 2] } }, "map[a:map[c:[1 2]] b:1]"],
    [{ "10": 1, "9": 2, a: 3 }, "map[10:1 9:2 a:3]"],
    [
      fromPairs([
        [10, 1],
        [9, 2],
        ["a", 3],
      ]),
      "map[9:2 10:1 a:3]",
    ],
    [{ "\u{1f600}": 1, "\uffff": 2 }, "map[\uffff:2 \u{1f600}:1]"],
  ])("prints %j as Go does", (value, expected) => {
    expect(flow.toText(value)).toBe(expected);
  });
});

describe("toJSON and fromJSON", () => {
  it.each([
    [{ b: [1, {}], a: "x" }, '{\n  "a": "x",\n  "b": [\n    1,\n    {}\n  ]\n}'],
    [{ b: 1, "10": 2, "9": 3 }, '{\n  "10": 2,\n  "9": 3,\n  "b": 1\n}'],
    [[], "[]"],
    [[[]], "[\n  []\n]"],
    [null, "null"],
    [0.5, "0.5"],
    [1e21, "1e+21"],
    [1e-7, "1e-7"],
    ["<a href='?x&y'>\u2028\u2029", "\"\\u003ca href='?x\\u0026y'\\u003e\\u2028\\u2029\""],
    [JSON.parse('{"__proto__": 1}'), '{\n  "__proto__": 1\n}'],
  ])("prints %j", (value, expected) => {
    expect(flow.toJSON(value)).toBe(expected);
    expect(flow.fromJSON(expected)).toEqual(value);
  });

  it("fromJSON keeps every key as data", () => {
    const value = flow.fromJSON('{"__proto__": {"polluted": true}}') as object;
    expect(Object.hasOwn(value, "__proto__")).toBe(true);
    expect("polluted" in value).toBe(false);
  });

  it("refuse what is not JSON", () => {
    expect(failure(() => flow.fromJSON("{a}"))).toBe('fromJSON: "{a}" is not JSON');
    expect(failure(() => flow.fromJSON({}))).toBe("fromJSON: expected a string, got map");
    expect(failure(() => flow.toJSON([Number.NaN]))).toBe("toJSON: JSON has no NaN");
  });
});

describe("toBase64 and fromBase64", () => {
  it.each([
    ["Hello World", "SGVsbG8gV29ybGQ="],
    ["ä😀", "w6Twn5iA"],
    ["", ""],
    ["\ufeffa", "77u/YQ=="],
  ])("%j is %s", (text, encoded) => {
    expect(flow.toBase64(text)).toBe(encoded);
    expect(flow.fromBase64(encoded)).toBe(text);
  });

  it("passes over line ends", () => {
    expect(flow.fromBase64("SGVs\r\nbG8=\n")).toBe("Hello");
  });

  it("refuse what is none", () => {
    for (const wrong of ["SGVsbG8", "SGVs bG8=", "SGVsbG8_", "A===", "===="])
      expect(failure(() => flow.fromBase64(wrong))).toBe(`fromBase64: ${JSON.stringify(wrong)} is not base64`);
    expect(failure(() => flow.fromBase64("/w=="))).toBe("fromBase64: the bytes are not UTF-8 text");
    expect(failure(() => flow.toBase64(1))).toBe("toBase64: expected a string, got int");
    expect(failure(() => flow.fromBase64(null))).toBe("fromBase64: expected a string, got nil");
  });
});

describe("quote", () => {
  it("leaves plain words and quotes the rest", () => {
    expect(flow.quote("a/b-c_1.txt")).toBe("a/b-c_1.txt");
    expect(flow.quote("it's")).toBe(`'it'\\''s'`);
    expect(flow.quote("")).toBe("''");
    expect(flow.quote(5)).toBe("5");
    expect(failure(() => flow.quote("a\0b"))).toBe("quote: a NUL character cannot be passed to a shell");
  });

  it.skipIf(process.platform === "win32")("gives one word to a shell, whatever the text is", () => {
    const text = "a $(id) `id` \"'\\\n;&|*~ ü";
    expect(spawnSync("sh", ["-c", `printf %s ${flow.quote(text)}`], { encoding: "utf8" }).stdout).toBe(text);
  });
});

describe("urlencode", () => {
  it("leaves RFC 3986's unreserved characters alone", () => {
    expect(flow.urlencode("AZaz09-._~")).toBe("AZaz09-._~");
    expect(flow.urlencode("a b&c=d/é?#!'()*")).toBe("a%20b%26c%3Dd%2F%C3%A9%3F%23%21%27%28%29%2A");
    expect(flow.urlencode(0.5)).toBe("0.5");
    expect([".", "..", "...", ".a", "../x"].map(flow.urlencode)).toEqual(["%2E", "%2E%2E", "...", ".a", "..%2Fx"]);
    expect(flow.urlencode(true)).toBe("true");
  });

  it("refuses other values", () => {
    expect(failure(() => flow.urlencode(null))).toBe("urlencode: expected a string, a number or a bool, got nil");
    expect(failure(() => flow.urlencode("\ud800"))).toContain("urlencode: the text holds half of a character");
  });
});
