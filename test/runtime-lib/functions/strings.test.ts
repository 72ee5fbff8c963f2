import { describe, expect, it } from "vitest";
import * as flow from "../../../runtime-lib/functions/strings.ts";
import { failure } from "./failure.ts";

describe("trim, trimPrefix and trimSuffix", () => {
  it.each([
    [flow.trim("  Hello \n"), "Hello"],
    [flow.trim("\u0085\u00a0a\u3000"), "a"],
    [flow.trim("\ufeffa"), "\ufeffa"],
    [flow.trim("   "), ""],
    [flow.trim("__Hello__", "_"), "Hello"],
    [flow.trim("😀😃a😃", "😃😀"), "a"],
    [flow.trim(" a ", ""), " a "],
    [flow.trimPrefix("HelloWorld", "Hello"), "World"],
    [flow.trimPrefix("aab", "a"), "ab"],
    [flow.trimPrefix("  a"), " a"],
    [flow.trimPrefix("abc", "x"), "abc"],
    [flow.trimSuffix("HelloWorld", "World"), "Hello"],
    [flow.trimSuffix("a  "), "a "],
    [flow.trimSuffix("abc", ""), "abc"],
  ])("gives %j", (found, expected) => {
    expect(found).toBe(expected);
  });

  it("refuses other values", () => {
    expect(failure(() => flow.trim(1))).toBe("trim: expected a string, got int");
    expect(failure(() => flow.trim("a", []))).toBe("trim: expected a string, got array");
    expect(failure(() => flow.trimPrefix(null))).toBe("trimPrefix: expected a string, got nil");
    expect(failure(() => flow.trimSuffix("a", 0.5))).toBe("trimSuffix: expected a string, got float");
  });
});

describe("upper and lower", () => {
  it("map each code point by itself", () => {
    expect(flow.upper("hello ä")).toBe("HELLO Ä");
    expect(flow.upper("straße")).toBe("STRAßE");
    expect(flow.lower("HELLO Ä")).toBe("hello ä");
    expect(flow.lower("ΑΣ")).toBe("ασ");
    expect(flow.upper("")).toBe("");
  });

  it("refuse other values", () => {
    expect(failure(() => flow.upper(true))).toBe("upper: expected a string, got bool");
    expect(failure(() => flow.lower({}))).toBe("lower: expected a string, got map");
  });
});

describe("split and splitAfter", () => {
  it.each([
    [flow.split("apple,orange,grape", ","), ["apple", "orange", "grape"]],
    [flow.split("apple,orange,grape", ",", 2), ["apple", "orange,grape"]],
    [flow.split("a,b", ",", 0), []],
    [flow.split("a,b", ",", -1), ["a", "b"]],
    [flow.split("a,b", ",", 9), ["a", "b"]],
    [flow.split("", ","), [""]],
    [flow.split("", ""), []],
    [flow.split("a😀b", ""), ["a", "😀", "b"]],
    [flow.split("a😀b", "", 2), ["a", "😀b"]],
    [flow.splitAfter("apple,orange,grape", ","), ["apple,", "orange,", "grape"]],
    [flow.splitAfter("apple,orange,grape", ",", 2), ["apple,", "orange,grape"]],
    [flow.splitAfter("ab", ""), ["a", "b"]],
    [flow.splitAfter("a,", ","), ["a,", ""]],
  ])("gives %j", (found, expected) => {
    expect(found).toEqual(expected);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.split(["a"], ","))).toBe("split: expected a string, got array");
    expect(failure(() => flow.split("a", ",", 1.5))).toBe("split: expected a whole number, got float");
    expect(failure(() => flow.splitAfter("a", 1))).toBe("splitAfter: expected a string, got int");
  });

  it("refuse more than ten million elements", () => {
    const message = "split: the array would have more than 10 million elements";
    expect(failure(() => flow.split("a".repeat(10_000_001), ""))).toBe(message);
  });
});

describe("replace", () => {
  it.each([
    [flow.replace("Hello World", "World", "Universe"), "Hello Universe"],
    [flow.replace("aaa", "a", "b", 2), "bba"],
    [flow.replace("aaa", "a", "b", 0), "aaa"],
    [flow.replace("aaa", "a", "b", -1), "bbb"],
    [flow.replace("aaa", "a", "b", 9), "bbb"],
    [flow.replace("a.c", ".", "$&"), "a$&c"],
    [flow.replace("a😀", "", "-"), "-a-😀-"],
    [flow.replace("ab", "", "-", 2), "-a-b"],
    [flow.replace("", "", "-"), "-"],
  ])("gives %j", (found, expected) => {
    expect(found).toBe(expected);
  });

  it("refuses other values and a result over 64 MiB", () => {
    expect(failure(() => flow.replace("a", "b", null))).toBe("replace: expected a string, got nil");
    const long = "a".repeat(10_000);
    expect(failure(() => flow.replace(long, "a", long))).toBe("replace: the text would be longer than 64 MiB");
  });

  it("may make a long text shorter", () => {
    const long = "a".repeat(65 * 1024 * 1024);
    expect(flow.replace(`${long}bc`, "bc", "d")).toHaveLength(65 * 1024 * 1024 + 1);
  });
});

describe("repeat", () => {
  it("repeats", () => {
    expect(flow.repeat("Hi", 3)).toBe("HiHiHi");
    expect(flow.repeat("Hi", 0)).toBe("");
    expect(flow.repeat("", 1e15)).toBe("");
    expect(flow.repeat("a", 64 * 1024 * 1024)).toHaveLength(64 * 1024 * 1024);
  });

  it("refuses what is not a count and a result over 64 MiB", () => {
    expect(failure(() => flow.repeat("a", -1))).toBe("repeat: expected a count of 0 or more, got -1");
    expect(failure(() => flow.repeat("a", "2"))).toBe("repeat: expected a whole number, got string");
    expect(failure(() => flow.repeat("ä", 33_554_433))).toBe("repeat: the text would be longer than 64 MiB");
  });
});

describe("indexOf and lastIndexOf", () => {
  it("count code points", () => {
    expect(flow.indexOf("apple pie", "pie")).toBe(6);
    expect(flow.indexOf("😀a", "a")).toBe(1);
    expect(flow.indexOf("abc", "")).toBe(0);
    expect(flow.indexOf("abc", "x")).toBe(-1);
    expect(flow.lastIndexOf("apple pie apple", "apple")).toBe(10);
    expect(flow.lastIndexOf("😀a😀", "😀")).toBe(2);
    expect(flow.lastIndexOf("abc", "")).toBe(3);
    expect(flow.lastIndexOf("abc", "x")).toBe(-1);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.indexOf(["a"], "a"))).toBe("indexOf: expected a string, got array");
    expect(failure(() => flow.lastIndexOf("a", 1))).toBe("lastIndexOf: expected a string, got int");
  });
});

describe("hasPrefix and hasSuffix", () => {
  it("compare", () => {
    expect(flow.hasPrefix("HelloWorld", "Hello")).toBe(true);
    expect(flow.hasPrefix("HelloWorld", "World")).toBe(false);
    expect(flow.hasSuffix("HelloWorld", "World")).toBe(true);
    expect(flow.hasSuffix("HelloWorld", "Hello")).toBe(false);
    expect(flow.hasSuffix("", "")).toBe(true);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.hasPrefix(null, "a"))).toBe("hasPrefix: expected a string, got nil");
    expect(failure(() => flow.hasSuffix("a", null))).toBe("hasSuffix: expected a string, got nil");
  });
});
