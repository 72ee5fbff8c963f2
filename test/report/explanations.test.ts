import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/codes.ts";
import type { Diagnostic } from "../../compiler/diagnostic.ts";
import { explanations } from "../../compiler/report/explanations/table.ts";
import { checkText, completeExample } from "../support/check-text.ts";

describe.each(Object.keys(codes) as Code[])("%s", (code) => {
  const { text, examples } = explanations[code];

  test("is explained in lines that fit a terminal", () => {
    expect(text).not.toBe("");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });

  test.skipIf(code === "unsupported-executor")("its bad example gives this code and nothing else", () => {
    const diagnostics = compilable(checkText(completeExample(examples?.bad ?? "")).diagnostics);
    expect([...new Set(diagnostics.map((found) => found.code))]).toEqual([code]);
  });

  test.skipIf(code === "unsupported-executor")("its good example is clean", () => {
    const { diagnostics, plan } = checkText(completeExample(examples?.good ?? ""));
    const found = compilable(diagnostics);
    expect(found.map((finding) => `${finding.message} [${finding.code}]`)).toEqual([]);
    if (found.length === diagnostics.length) expect(plan).toBeDefined();
  });
});

/** What a release cannot compile differs from release to release. */
function compilable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter((found) => found.code !== "unsupported-executor");
}
