import { expect, test } from "vitest";
import type { SimulatedCase } from "../../../compiler/nouns/test-case.ts";
import { simplify } from "../../../compiler/testing/explore/simplify.ts";

test("leaves out what a fault does not need, and keeps what it does", async () => {
  const found: SimulatedCase = {
    inputs: { needed: 1, other: 2 },
    env: { A: "a" },
    given: { fetch: { statusCode: 503, body: "x", takes: "2ms" }, unused: { stdout: "", takes: "1ms" } },
    file: "given.txt",
    files: { "given.txt": "x" },
  };
  const shows = async ({ inputs = {}, given = {} }: SimulatedCase): Promise<boolean> =>
    inputs["needed"] === 1 && (given["fetch"] as { statusCode?: number } | undefined)?.statusCode === 503;
  expect(await simplify(found, shows)).toEqual({
    inputs: { needed: 1 },
    env: {},
    given: { fetch: { statusCode: 503 } },
  });
});

test("keeps the times where the order of answers matters, and an answer that never comes", async () => {
  const ordered: SimulatedCase = { given: { a: { stdout: "", takes: "2ms" }, b: { stdout: "", takes: "1ms" } } };
  const inOrder = async ({ given = {} }: SimulatedCase): Promise<boolean> =>
    ["a", "b"].every((place) => "takes" in ((given[place] ?? {}) as object));
  expect((await simplify(ordered, inOrder)).given).toEqual({ a: { takes: "2ms" }, b: { takes: "1ms" } });
  const hanging: SimulatedCase = { given: { a: { takes: "9999h" } } };
  expect(await simplify(hanging, async ({ given = {} }) => "a" in given)).toMatchObject(hanging);
});
