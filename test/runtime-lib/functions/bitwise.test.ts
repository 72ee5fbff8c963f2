import { describe, expect, it } from "vitest";
import * as flow from "../../../runtime-lib/functions/bitwise.ts";
import { failure } from "./failure.ts";

describe("bitwise functions", () => {
  it.each([
    [flow.bitand(0b1010, 0b1100), 0b1000],
    [flow.bitand(2 ** 40 + 1, 2 ** 40), 2 ** 40],
    [flow.bitor(0b1010, 0b1100), 0b1110],
    [flow.bitor(-1, 1), -1],
    [flow.bitxor(0b1010, 0b1100), 0b110],
    [flow.bitnand(0b1010, 0b1100), 0b10],
    [flow.bitnand(-1, 0), -1],
    [flow.bitnot(0b1010), -0b1011],
    [flow.bitnot(0), -1],
    [flow.bitshl(0b101101, 2), 0b10110100],
    [flow.bitshl(1, 52), 2 ** 52],
    [flow.bitshl(1, 63), -(2 ** 63)],
    [flow.bitshl(1, 64), 0],
    [flow.bitshl(1, 1e15), 0],
    [flow.bitshr(0b101101, 2), 0b1011],
    [flow.bitshr(-1, 1), -1],
    [flow.bitshr(-1, 1e15), -1],
    [flow.bitushr(-0b101, 2), 2 ** 62],
    [flow.bitushr(-1, 64), 0],
    [flow.bitushr(5, 0), 5],
  ])("gives %d", (found, expected) => {
    expect(found).toBe(expected);
  });

  it.each([
    ["bitand", () => flow.bitand(1, 0.5), "expected a whole number, got float"],
    ["bitor", () => flow.bitor("1", 1), "expected a whole number, got string"],
    ["bitxor", () => flow.bitxor(null, 1), "expected a whole number, got nil"],
    ["bitnand", () => flow.bitnand(1, []), "expected a whole number, got array"],
    ["bitnot", () => flow.bitnot(true), "expected a whole number, got bool"],
    ["bitshl", () => flow.bitshl(1, -1), "expected a count of 0 or more, got -1"],
    ["bitshr", () => flow.bitshr(1, -1), "expected a count of 0 or more, got -1"],
    ["bitushr", () => flow.bitushr(1, -1), "expected a count of 0 or more, got -1"],
  ])("%s refuses other values", (name, run, message) => {
    expect(failure(run)).toBe(`${name}: ${message}`);
  });
});
