import { countsOf } from "../../testing/report/counts.ts";
import type { FileResult } from "../../testing/test-result.ts";
import { testSpec } from "../command-table/test.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command, Context } from "../shared/context.ts";
import { type ReadTestFile, readTests, testPaths } from "../shared/read-tests.ts";
import { CoverageCollector, type CoverageRequest, coverageRequest } from "./coverage.ts";
import { evaluator } from "./evaluator.ts";
import { refuseCombinations } from "./refuse-combinations.ts";
import { type ReporterName, reportTests } from "./report-tests.ts";
import { runWorkflowTests, type TestRequest } from "./run-workflow.ts";

/** `flowc test [PATH…]`: runs tests of workflows without their world. */
export const test: Command = async (argv, context) => {
  const { values, positionals } = readArguments(testSpec, argv);
  refuseCombinations(values);
  const paths = positionals.length === 0 ? ["."] : positionals;
  const { filter = "", reporter = "text", record, update } = values;
  if (values.explore || values["explore-file"] !== undefined) {
    const { exploreWorkflows } = await import("./explore-workflows.ts");
    const { seed, "explore-file": cases } = values;
    return exploreWorkflows({ paths, cases, seed, reporter, filter }, context);
  }
  const wanted = coverageRequest(values);
  const run = async (files: readonly ReadTestFile[]): Promise<number> => {
    const coverage = wanted && new CoverageCollector();
    const evaluate = await evaluator(
      context.packageFolder,
      files.map(({ source }) => source.text),
    );
    const results = await runTests(files, { filter, record, update, coverage, evaluate }, context);
    const isEnough =
      wanted === undefined || coverage === undefined || (await reportCoverage(coverage, wanted, { reporter, context }));
    await reportTests(results, reporter, context);
    return isEnough ? exitCode(results) : 1;
  };
  if (values.watch) return (await import("./watch.ts")).watchTests(paths, run, context);
  return run(testPaths(paths, context).map((path) => readTests(path, context)));
};

/** Shows what is covered, beside what is for machines; true where that is enough. */
async function reportCoverage(
  coverage: CoverageCollector,
  wanted: CoverageRequest,
  { reporter, context }: { readonly reporter: ReporterName; readonly context: Context },
): Promise<boolean> {
  const table = await coverage.report(wanted, context);
  if (reporter === "text") await context.print(table);
  else context.say(table);
  const shortfall = await coverage.shortfall(wanted);
  if (shortfall !== undefined) context.say(shortfall);
  return shortfall === undefined;
}

/** The results of these files in their order; each workflow is checked and built once. */
async function runTests(
  files: readonly ReadTestFile[],
  request: TestRequest,
  context: Context,
): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  for (const workflow of new Set(files.map((file) => file.workflow))) {
    const ofWorkflow = files.filter((file) => file.workflow === workflow);
    results.push(...(await runWorkflowTests(ofWorkflow, request, context)));
  }
  const order = new Map(files.map(({ source }, index) => [source.path, index]));
  return results.toSorted((one, other) => (order.get(one.path) ?? 0) - (order.get(other.path) ?? 0));
}

/** 0 where all passed, and there were some. */
function exitCode(results: readonly FileResult[]): number {
  const { passed, failed } = countsOf(results);
  return failed > 0 || passed === 0 ? 1 : 0;
}
