import { expect, test } from "vitest";
import { orderings } from "../../../compiler/testing/explore/orderings.ts";

test("every order of up to four names", () => {
  expect(orderings([])).toEqual([[]]);
  expect(orderings(["a", "b"])).toEqual([
    ["a", "b"],
    ["b", "a"],
  ]);
  expect(new Set(orderings(["a", "b", "c", "d"]).map(String)).size).toBe(24);
});

test("of more names those that each begin with another", () => {
  const orders = orderings(["a", "b", "c", "d", "e"]);
  expect(orders.map(([first]) => first)).toEqual(["a", "b", "c", "d", "e"]);
  expect(orders.every((order) => new Set(order).size === 5)).toBe(true);
});
