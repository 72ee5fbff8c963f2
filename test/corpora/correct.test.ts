import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

test("no correct workflow draws a diagnostic", async () => {
  const { cases, misses } = await figuresOf.correct();
  const { reported = [] } = misses;
  console.log(`${cases} correct workflows, ${reported.length} reported`);
  if (reported.length > aims.correct.reported) expect(reported).toEqual([]);
});
