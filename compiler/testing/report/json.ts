import { LineIndex } from "../../nouns/lines.ts";
import type { FileResult, TestResult } from "../test-result.ts";
import { countsOf } from "./counts.ts";

/** Results as one JSON document. */
export function formatTestJson(files: readonly FileResult[]): string {
  const shown = files.map(({ path, results, problem }) => ({
    file: path,
    ...(problem !== undefined && { problem }),
    tests: results.map(testData),
  }));
  return JSON.stringify({ version: 1, ...countsOf(files), files: shown }, undefined, 2);
}

function testData({ test, passed, differences, missing, unused, durationMs }: TestResult): object {
  const { value: name, span } = test.name;
  const { line, column } = new LineIndex().at(span.source, span.start);
  return { name, line, column, passed, durationMs: Number(durationMs.toFixed(2)), differences, missing, unused };
}
