import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";
import { casesOf } from "./corpus-case.ts";
import { aims, correctWorkflows } from "./figures.ts";

test("docs/check.md counts the corpora, which are as large as is asked", () => {
  const counts = {
    correct: correctWorkflows().length,
    mistakes: casesOf("mistakes").length,
    attacks: casesOf("attacks").length,
    safe: casesOf("safe").length,
  };
  const page = readFileSync(join(root, "docs", "check.md"), "utf8");
  const said = [...page.matchAll(/^\| `(\w+)\/`: (\d+) /gm)].map(([, corpus, count]) => [corpus, Number(count)]);
  expect(Object.fromEntries(said)).toEqual(counts);
  for (const corpus of ["correct", "mistakes", "attacks", "safe"] as const) {
    expect(counts[corpus]).toBeGreaterThanOrEqual(aims[corpus].cases);
  }
});
