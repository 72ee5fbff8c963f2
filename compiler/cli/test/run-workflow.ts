import { obstacles } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import type { TestSyntax } from "../../nouns/test-case.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import type { FileResult } from "../../testing/test-result.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { checkSources, sayFindings } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { findingsOfTests, type ReadTestFile, readTests } from "../shared/read-tests.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import type { CoverageCollector } from "./coverage.ts";
import { loadRecordings, saveRecordings } from "./recordings.ts";
import { isSpoilt, newRecordings, notRun, runFile, staleTests } from "./run-file.ts";
import { updateTests } from "./update-tests.ts";

/** How tests are run. */
export interface TestRequest {
  /** Only tests whose file or name holds it. */
  readonly filter: string;
  readonly evaluate: Evaluate;
  /** True: what is not given is done for real and written down. */
  readonly record: boolean;
  /** True: what failed tests expect is rewritten. */
  readonly update: boolean;
  /** Takes what the tests cover. */
  readonly coverage?: CoverageCollector | undefined;
}

/** Checks and builds a workflow once and runs these files of its tests; each with its result, those without tests left out. */
export async function runWorkflowTests(
  files: readonly ReadTestFile[],
  request: TestRequest,
  context: Context,
): Promise<readonly FileResult[]> {
  const wanted = files
    .map((file) => ({ file, tests: testsOf(file, request.filter) }))
    .filter(({ file, tests }) => tests.length > 0 || file.syntax === undefined);
  const [first] = wanted;
  if (first === undefined) return [];
  const sources = first.file.workflow === undefined ? undefined : readWorkflow(first.file.workflow, context);
  const checked = sources && (await checkSources(sources, context));
  const plan = checked?.plan;
  // What can never hold is what --update is there to mend.
  const mends = ({ code }: Diagnostic): boolean => request.update && code === "test-expectation";
  const found = new Map(
    wanted.map(({ file }) => [file, findingsOfTests(file, checked).diagnostics.filter((one) => !mends(one))]),
  );
  const findings: readonly Diagnostic[] = [...(checked ? obstacles(checked) : []), ...[...found.values()].flat()];
  sayFindings(sortDiagnostics(findings), context);
  if (sources === undefined || checked === undefined)
    return wanted.map(({ file, tests }) => notRun(file, tests, "there is no workflow to test"));
  if (plan === undefined) return wanted.map(({ file, tests }) => notRun(file, tests, "the workflow does not compile"));
  const results: FileResult[] = [];
  const use = async (bundle: LoadedBundle): Promise<number> => {
    for (const { file, tests } of wanted) {
      if (found.get(file)?.some(({ severity }) => severity === "error")) {
        results.push(notRun(file, tests, "the tests have errors"));
        continue;
      }
      const tools = { bundle, workflowFolder: sources.folder, reads: plan.environmentReads };
      results.push(await runOne(file, tests, { ...request, ...tools }, context));
    }
    return 0;
  };
  if (request.coverage === undefined) await withBundle({ sources, argv: [], cache: true }, context, use);
  else await request.coverage.collect({ plan, syntax: checked?.syntax }, context, use);
  return results;
}

interface OneFile extends TestRequest {
  readonly bundle: LoadedBundle;
  readonly workflowFolder: string;
  /** Variables that the workflow reads. */
  readonly reads: readonly string[];
}

async function runOne(
  file: ReadTestFile,
  tests: readonly TestSyntax[],
  { record, reads, update, ...tools }: OneFile,
  context: Context,
): Promise<FileResult> {
  const runRecorded = async (some: readonly TestSyntax[]): Promise<FileResult> => {
    const as = { record: { environment: context.environment }, recordings: loadRecordings(file.path, context) };
    const recorded = await runFile(file, some, { ...tools, ...as });
    saveRecordings(file.path, newRecordings(file, recorded, { ...as, reads }), context);
    const spoilt = recorded.results.filter(isSpoilt).map(({ test }) => test.name.value);
    if (spoilt.length > 0) context.say(`not recorded, as the run failed: ${spoilt.join(", ")}`);
    return recorded;
  };
  const replay = (from: ReadTestFile, some: readonly TestSyntax[]): Promise<FileResult> =>
    runFile(from, some, { ...tools, record: undefined, recordings: loadRecordings(file.path, context) });
  const first = await (record ? runRecorded(tests) : replay(file, tests));
  if (!update) return first;
  const stale = record ? [] : staleTests(first, loadRecordings(file.path, context));
  if (stale.length > 0) {
    const { results } = await runRecorded(stale);
    const again = results.filter((result) => !isSpoilt(result)).map(({ test }) => test.name.value);
    if (again.length > 0) context.say(`recorded again: ${again.join(", ")}`);
  }
  // Recordings hold no secrets, and so nor do the expectations that are written after them.
  const result = record || stale.length > 0 ? await replay(file, tests) : first;
  if (!updateTests(file, result, tools.evaluate)) return result;
  context.say(`updated ${file.source.path}`);
  const updated = readTests(file.path, context);
  const names = new Set(tests.map(({ name }) => name.value));
  return replay(
    updated,
    (updated.syntax?.tests ?? []).filter(({ name }) => names.has(name.value)),
  );
}

function testsOf({ syntax, source }: ReadTestFile, filter: string): readonly TestSyntax[] {
  return (syntax?.tests ?? []).filter(({ name }) => `${source.path} ${name.value}`.includes(filter));
}
