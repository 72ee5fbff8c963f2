import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

// Every payload runs for real: in a bundle of its own, in a folder of its own, against a file, a database or a server.

test("no attack is silent and executes", { timeout: 600_000 }, async () => {
  const { cases, misses } = await figuresOf.attacks();
  const { silent = [], untried = [] } = misses;
  console.log(`${cases} attacks, ${silent.length} silent, ${untried.length} not tried for want of a program`);
  expect(misses["harmless"], "each of them is an attack").toEqual([]);
  if (silent.length > aims.attacks.silent) expect(silent).toEqual([]);
});
