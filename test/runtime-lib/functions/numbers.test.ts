import { describe, expect, it } from "vitest";
import * as flow from "../../../runtime-lib/functions/numbers.ts";
import { failure } from "./failure.ts";

describe("max and min", () => {
  it("take numbers and arrays of them, to any depth", () => {
    expect(flow.max(5, 7)).toBe(7);
    expect(flow.max(1, [2, [9, 3]], 4.5)).toBe(9);
    expect(flow.min(5, 7)).toBe(5);
    expect(flow.min([1, [0.5]], 3)).toBe(0.5);
    expect(flow.min(-1, [])).toBe(-1);
  });

  it("are nil of nothing, and a single other value is itself", () => {
    expect(flow.max([])).toBe(null);
    expect(flow.min(null)).toBe(null);
    expect(flow.min(true)).toBe(true);
    expect(flow.max({ Bar: "foo" })).toEqual({ Bar: "foo" });
  });

  it("refuse other values", () => {
    expect(failure(() => flow.max(1, "2"))).toBe("max: expected numbers or arrays of numbers, got string");
    expect(failure(() => flow.min(["a"]))).toBe("min: expected numbers or arrays of numbers, got string");
    expect(failure(() => flow.min(1, null))).toBe("min: expected numbers or arrays of numbers, got nil");
  });
});

describe("abs, ceil, floor and round", () => {
  it.each([
    [flow.abs(-5), 5],
    [flow.abs(0.5), 0.5],
    [flow.ceil(1.5), 2],
    [flow.ceil(-0.5), 0],
    [flow.floor(1.5), 1],
    [flow.floor(-1.5), -2],
    [flow.round(1.5), 2],
    [flow.round(2.5), 3],
    [flow.round(-1.5), -2],
    [flow.round(-0.2), 0],
    [flow.round(0.49999999999999994), 0],
    [flow.round(9007199254740991), 9007199254740991],
  ])("gives %d", (found, expected) => {
    expect(found).toBe(expected);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.abs("1"))).toBe("abs: expected a number, got string");
    expect(failure(() => flow.ceil(null))).toBe("ceil: expected a number, got nil");
    expect(failure(() => flow.floor([1]))).toBe("floor: expected a number, got array");
    expect(failure(() => flow.round(true))).toBe("round: expected a number, got bool");
  });
});

describe("mean, median and sum", () => {
  it("take numbers and arrays of them, to any depth", () => {
    expect(flow.mean([1, 2, 3])).toBe(2);
    expect(flow.mean([1, [2]], 6)).toBe(3);
    expect(flow.mean([])).toBe(0);
    expect(flow.median([10, 9, 1])).toBe(9);
    expect(flow.median([4, [1]], 3, 2)).toBe(2.5);
    expect(flow.median([])).toBe(0);
    expect(flow.sum([1, 2, 3.5])).toBe(6.5);
    expect(flow.sum([])).toBe(0);
    expect(flow.sum("str")).toBe(345);
  });

  it("refuse other values", () => {
    expect(failure(() => flow.mean(["a"]))).toBe("mean: expected numbers or arrays of numbers, got string");
    expect(failure(() => flow.median(null))).toBe("median: expected numbers or arrays of numbers, got nil");
    expect(failure(() => flow.sum([1, "2"]))).toBe("sum: expected a number, got string");
    expect(failure(() => flow.sum(1))).toBe("sum: expected an array of numbers, got int");
  });
});
