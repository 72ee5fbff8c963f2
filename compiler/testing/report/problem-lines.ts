import { yamlText } from "../../6-ship/yaml-text.ts";
import type { Difference } from "../expect/compare.ts";
import type { TestResult } from "../test-result.ts";

/** One line of what is wrong with a test: a word on it, what was expected, or what was found. */
export interface ProblemLine {
  readonly kind: "note" | "expected" | "actual";
  readonly text: string;
}

/** What is wrong with a test, line by line: each difference as YAML below its path. */
export function problemLines({ differences, missing, unused }: TestResult): readonly ProblemLine[] {
  return [
    ...missing.map((text) => ({ kind: "note", text }) as const),
    ...unused.map((key) => ({ kind: "note", text: `nothing asks for what is given for "${key}"` }) as const),
    ...differences.flatMap(differenceLines),
  ];
}

function differenceLines({ path, expected, actual, problem }: Difference): readonly ProblemLine[] {
  return [
    { kind: "note", text: path === "" ? "the whole" : path },
    ...(problem === undefined ? [] : [{ kind: "note", text: `the expression failed: ${problem}` } as const]),
    ...linesOf(expected).map((text) => ({ kind: "expected", text: `- ${text}` }) as const),
    ...linesOf(actual).map((text) => ({ kind: "actual", text: `+ ${text}` }) as const),
  ];
}

function linesOf(value: unknown): readonly string[] {
  if (value === undefined) return ["(nothing)"];
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return [JSON.stringify(value)];
  return yamlText(value).trimEnd().split("\n");
}
