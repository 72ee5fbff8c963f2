import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/nouns/codes.ts";
import { explanations } from "../../compiler/report/explanations/table.ts";
import { checkText, completeExample } from "../support/check-text.ts";

/** Examples are single files. */
const needsFiles: ReadonlySet<string> = new Set(["outside-component", "openapi-mismatch"]);

describe.each(Object.keys(codes) as Code[])("%s", (code) => {
  const { text, examples } = explanations[code];

  test("is explained in lines that fit a terminal", () => {
    expect(text).not.toBe("");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });

  // What reaches outside a component takes more than one file to show.
  test.skipIf(needsFiles.has(code))("its bad example gives this code and nothing else", () => {
    const diagnostics = checkText(completeExample(examples?.bad ?? "")).diagnostics;
    expect([...new Set(diagnostics.map((found) => found.code))]).toEqual([code]);
  });

  test.skipIf(needsFiles.has(code))("its good example is clean", () => {
    const { diagnostics, plan } = checkText(completeExample(examples?.good ?? ""));
    expect(diagnostics.map((finding) => `${finding.message} [${finding.code}]`)).toEqual([]);
    expect(plan).toBeDefined();
  });
});
