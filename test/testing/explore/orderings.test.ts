import { describe, expect, test } from "vitest";
import { mostOrders, orderings } from "../../../compiler/testing/explore/orderings.ts";
import { askingPlaces } from "../../../compiler/testing/explore/places.ts";
import { checkText } from "../../support/check-text.ts";

/** The orders for a workflow of commands, each `id: [what it requires]`. */
function ordersOf(requires: Readonly<Record<string, readonly string[]>>, seed = 1) {
  const resources = Object.entries({ ...requires, end: Object.keys(requires) }).map(([actionId, ids]) => ({
    actionId,
    requires: ids,
    ...(actionId === "end" ? { apiResponse: { response: "done" } } : { exec: { command: "echo" } }),
  }));
  const { plan } = checkText(
    JSON.stringify({ metadata: { name: "w" }, settings: { targetActionId: "end", timeout: "1m" }, resources }),
  );
  if (plan === undefined) throw new Error("the workflow does not compile");
  return orderings(askingPlaces(plan), plan, seed);
}

/** The places in the order in which they end. */
function ends(times: Readonly<Record<string, number>>, requires: Readonly<Record<string, readonly string[]>>): string {
  const end = (id: string): number => (times[id] ?? 0) + Math.max(0, ...(requires[id] ?? []).map(end));
  return Object.keys(times)
    .sort((one, other) => end(one) - end(other))
    .join("");
}

describe("the orders in which answers come", () => {
  test("are all of what runs side by side", () => {
    expect(ordersOf({})).toEqual([{}]);
    expect(ordersOf({ a: [], b: [] })).toEqual([
      { a: 1, b: 2 },
      { b: 1, a: 2 },
    ]);
    const five = { a: [], b: [], c: [], d: [], e: [] };
    expect(new Set(ordersOf(five).map((times) => ends(times, five))).size).toBe(120);
  });

  test("keep to what resources require", () => {
    expect(ordersOf({ a: [], b: ["a"], c: ["b"] })).toEqual([{ a: 1, b: 1, c: 1 }]);
    const two = { a: [], b: ["a"], c: [] };
    expect(
      ordersOf(two)
        .map((times) => ends(times, two))
        .sort(),
    ).toEqual(["abc", "acb", "cab"]);
  });

  test("are so many by chance where there are more, by the seed alone, each pair in both orders", () => {
    const six = { a: [], b: [], c: [], d: [], e: [], f: [] };
    const found = ordersOf(six).map((times) => ends(times, six));
    expect(found.length).toBe(mostOrders);
    expect(new Set(found).size).toBeGreaterThan(60);
    expect(found.slice(0, 2)).toEqual(["abcdef", "fedcba"]);
    expect(ordersOf(six)).toEqual(ordersOf(six));
    expect(ordersOf(six, 2)).not.toEqual(ordersOf(six));
  });
});
