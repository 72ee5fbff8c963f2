import { expect, test } from "vitest";
import { figuresOf } from "./figures.ts";

test("no correct workflow draws a diagnostic", async () => {
  const { cases, misses } = await figuresOf.correct();
  console.log(`${cases} correct workflows, ${misses["reported"]?.length} reported`);
  expect(misses["reported"]).toEqual([]);
});
