import { expect, test } from "vitest";
import { longestChain } from "../../../runtime-lib/command/summary-table.ts";

const resource = (id: string, ...requires: string[]) => ({ id, requires });

test("the longest chain goes through what took longest, not through what has most links", () => {
  const resources = [resource("a"), resource("slow"), resource("b", "a"), resource("c", "b", "slow")];
  const took: Readonly<Record<string, number>> = { a: 10, b: 10, slow: 500, c: 5 };
  expect(longestChain(resources, (id) => took[id])).toEqual({ ids: ["slow", "c"], durationMs: 505 });
});

test("what did not run is not a link of it", () => {
  const resources = [resource("a"), resource("skipped", "a"), resource("c", "skipped")];
  expect(longestChain(resources, (id) => (id === "skipped" ? undefined : 7))).toEqual({ ids: ["c"], durationMs: 7 });
});
