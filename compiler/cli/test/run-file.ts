import { dirname } from "node:path";
import type { TestSyntax } from "../../nouns/test-case.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import { runTest } from "../../testing/run-test.ts";
import type { RunnableBundle } from "../../testing/simulate/simulate.ts";
import type { FileResult, TestResult } from "../../testing/test-result.ts";
import type { ReadTestFile } from "./read-tests.ts";

/** So many runs at a time: they share one thread, and real ones the machine. */
const mostAtATime = 64;

/** What the tests of a file run with. */
export interface FileTools {
  readonly bundle: RunnableBundle;
  readonly workflowFolder: string;
  readonly evaluate: Evaluate;
}

/** Runs these tests of a file, many at a time. */
export async function runFile(
  { path, source }: ReadTestFile,
  tests: readonly TestSyntax[],
  { bundle, ...tools }: FileTools,
): Promise<FileResult> {
  const results: TestResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < tests.length; index = next) {
      next += 1;
      const test = tests[index];
      if (test !== undefined) results[index] = await runTest(bundle, test, { ...tools, folder: dirname(path) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(mostAtATime, tests.length) }, work));
  return { path: source.path, results };
}

/** The result of a file whose tests cannot run. */
export function notRun({ source, syntax }: ReadTestFile, tests: readonly TestSyntax[], problem: string): FileResult {
  const results = (syntax === undefined ? [] : tests).map((test) => ({
    test,
    passed: false,
    differences: [],
    missing: [],
    unused: [],
    durationMs: 0,
  }));
  return { path: source.path, results, problem };
}
