import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { checkText } from "../support/check-text.ts";

// Workflows as people write them, with all executors, servers, guards and templates: nothing is wrong with any of them.

const folder = join(import.meta.dirname, "everyday");

test.each(readdirSync(folder))("%s has no diagnostics", (name) => {
  const lines = new LineIndex();
  const { diagnostics } = checkText(readFileSync(join(folder, name), "utf8"));
  expect(
    diagnostics.map(({ span, message, code }) => `${lines.at(span.source, span.start).line}: ${message} [${code}]`),
  ).toEqual([]);
});
