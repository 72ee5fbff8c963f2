import { expect, test } from "vitest";
import { aims, figuresOf } from "./figures.ts";

test("safe uses stay silent", async () => {
  const { cases, misses } = await figuresOf.safe();
  const reported = misses["reported"] ?? [];
  console.log(`${cases} safe uses, ${reported.length} reported`);
  if (reported.length > aims.safe.reported) expect(reported).toEqual([]);
});
