import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

test("seeded mistakes are reported, at their places, by one diagnostic each", async () => {
  const { cases, misses } = await figuresOf.mistakes();
  const { unreported = [], inexact = [], several = [] } = misses;
  console.log(
    `${cases} mistakes, ${unreported.length} unreported, ${inexact.length} elsewhere, ${several.length} by more than one`,
  );
  if (cases - unreported.length < cases * aims.mistakes.reported) expect(unreported).toEqual([]);
  if (cases - unreported.length - inexact.length < cases * aims.mistakes.exact) expect(inexact).toEqual([]);
  expect(several).toEqual([]);
});
