import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

test("no correct workflow draws a diagnostic", async () => {
  const { cases, misses } = await figuresOf.correct();
  console.log(`${cases} correct workflows, ${misses["reported"]?.length} reported`);
  expect(cases).toBeGreaterThanOrEqual(aims.correct.cases);
  expect(misses["reported"]).toEqual([]);
});
