import { dirname } from "node:path";
import type { TestSyntax } from "../../nouns/test-case.ts";
import { failureOfResponse } from "../../testing/expect/failure-of-response.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import { type Recordings, recordingOf } from "../../testing/record/recording-file.ts";
import { runTest } from "../../testing/run-test.ts";
import type { RunnableBundle } from "../../testing/simulate/simulate.ts";
import type { FileResult, TestResult } from "../../testing/test-result.ts";
import type { Environment } from "../shared/context.ts";
import type { ReadTestFile } from "../shared/read-tests.ts";

/** So many runs at a time: they share one thread, and real ones the machine. */
const mostAtATime = 64;

/** What the tests of a file run with. */
export interface FileTools {
  readonly bundle: RunnableBundle;
  readonly workflowFolder: string;
  readonly evaluate: Evaluate;
  readonly recordings: Recordings;
  /** Where the world is recorded: the environment of these runs. */
  readonly record: { readonly environment: Environment } | undefined;
}

/** Runs these tests of a file, many at a time; one by one where the world is recorded. */
export async function runFile(
  { path, source }: ReadTestFile,
  tests: readonly TestSyntax[],
  { bundle, recordings, ...tools }: FileTools,
): Promise<FileResult> {
  const results: TestResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < tests.length; index = next) {
      next += 1;
      const test = tests[index];
      if (test === undefined) continue;
      const recording = tools.record === undefined ? recordings[test.name.value] : undefined;
      const whole = recording === undefined ? test : { ...test, case: { ...test.case, recording } };
      results[index] = await runTest(bundle, whole, { ...tools, folder: dirname(path) });
    }
  };
  const atATime = tools.record === undefined ? mostAtATime : 1;
  await Promise.all(Array.from({ length: Math.min(atATime, tests.length) }, work));
  return { path: source.path, results };
}

/** What was recorded for these tests, beside the recordings of the file's others. `reads`: variables that the workflow reads. */
export function newRecordings(
  { syntax }: ReadTestFile,
  { results }: FileResult,
  { recordings, record, reads }: Pick<FileTools, "recordings" | "record"> & { readonly reads: readonly string[] },
): Recordings {
  const made = new Map(
    results.flatMap((result) => {
      const { test, outcome } = result;
      const own = reads.filter((name) => test.case.env?.[name] === undefined);
      const recording = recordingOf(outcome?.calls ?? [], record?.environment ?? {}, own);
      return isSpoilt(result) ? [] : [[test.name.value, recording] as const];
    }),
  );
  const names = (syntax?.tests ?? []).map(({ name }) => name.value).sort();
  const all = names.flatMap((name) => {
    const recording = made.get(name) ?? recordings[name];
    return recording === undefined || recording.calls.length === 0 ? [] : [[name, recording] as const];
  });
  return Object.fromEntries(all);
}

/** True for a run that replaces no recording: it lacked an answer, or it failed, and its test does not expect that. */
export function isSpoilt({ outcome, differences }: TestResult): boolean {
  if (outcome === undefined || outcome.missing.length > 0) return true;
  const hasFailed = outcome.failure !== undefined || failureOfResponse(outcome) !== undefined;
  return hasFailed && differences.some(({ path }) => /^(?:failure|status|body)\b/.test(path));
}

/** The tests whose recordings no longer answer what they ask. */
export function staleTests({ results }: FileResult, recordings: Recordings): readonly TestSyntax[] {
  const isStale = ({ test, missing }: TestResult) => missing.length > 0 && recordings[test.name.value] !== undefined;
  return results.filter(isStale).map(({ test }) => test);
}

/** The result of a file whose tests cannot run. */
export function notRun({ source, syntax }: ReadTestFile, tests: readonly TestSyntax[], problem: string): FileResult {
  const none = { passed: false, outcome: undefined, differences: [], missing: [], unused: [], durationMs: 0 };
  const results = (syntax === undefined ? [] : tests).map((test) => ({ test, ...none }));
  return { path: source.path, results, problem };
}
