import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileExpression } from "../../compiler/compile-expression.ts";
import { brokenPromise, scope } from "./evaluate.ts";
import { expressions } from "./grammar.ts";

// A longer run: PROPERTY_RUNS=200000 npm run unit -- test/expressions/property
const numRuns = Number(process.env["PROPERTY_RUNS"] ?? 3000);
const isLong = process.env["PROPERTY_RUNS"] !== undefined;
const timeout = isLong ? 3_600_000 : 60_000;

/** Kept from runs that failed, smallest first; they are tried on every run. */
const found = [
  "let scope = 1; scope",
  "let flow = 1; len(str) + flow",
  "map(array, let item = 1; item + #)",
  "map(array, let index = 1; index + #index)",
  "[1, 0.5][i] % 2",
  "map(array, #acc)",
];

describe("any expression compiles to code that keeps its promises, or gives diagnostics inside its text", () => {
  test.each(found)("%s", (text) => {
    expect(brokenPromise(text)).toBeUndefined();
  });

  test("generated ones", { timeout }, () => {
    const property = fc.property(expressions, (text) => {
      expect(brokenPromise(text)).toBeUndefined();
    });
    fc.assert(property, { numRuns, ...(isLong ? {} : { seed: 20_240 }) });
  });

  test("a good part of what is generated compiles", () => {
    const sample = fc.sample(expressions, { numRuns: 500, seed: 1 });
    const compiled = sample.filter((text) => compileExpression(text, scope).kind === "script");
    expect(compiled.length).toBeGreaterThan(125);
  });
});
