import type { FileResult } from "../test-result.ts";
import { problemLines } from "./problem-lines.ts";

/** What services of continuous integration are shown of one file: its tests, or what exploring it has found. */
export interface ReportedFile {
  /** As it is shown. */
  readonly path: string;
  readonly cases: readonly ReportedCase[];
}

/** One test, or one finding. */
export interface ReportedCase {
  readonly name: string;
  /** What is wrong, line by line; undefined: it has passed. */
  readonly problem?: readonly string[];
  /** Of real time. */
  readonly durationMs?: number;
}

/** The tests of files; a file whose tests cannot even be read has failed once. */
export function reportedTests(files: readonly FileResult[]): readonly ReportedFile[] {
  return files.map(({ path, results, problem }) => ({
    path,
    cases:
      problem !== undefined && results.length === 0
        ? [{ name: path, problem: [problem] }]
        : results.map((result) => ({
            name: result.test.name.value,
            durationMs: result.durationMs,
            ...(!result.passed && {
              problem: problem === undefined ? problemLines(result).map(({ text }) => text) : [problem],
            }),
          })),
  }));
}
