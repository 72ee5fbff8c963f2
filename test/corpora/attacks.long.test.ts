import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

// Every payload runs for real: in a bundle of its own, in a folder of its own, against a file, a database or a server.

test("no attack is silent and executes", { timeout: 600_000 }, async () => {
  const { cases, misses } = await figuresOf.attacks();
  console.log(`${cases} attacks, ${misses["silent"]?.length} silent`);
  expect(misses["harmless"], "each of them is an attack").toEqual([]);
  expect(misses["silent"]).toHaveLength(aims.attacks.silent);
});
