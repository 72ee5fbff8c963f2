import { isAbsolute, relative } from "node:path";
import { obstacles } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import type { TestSyntax } from "../../nouns/test-case.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import { countsOf } from "../../testing/report/counts.ts";
import type { FileResult } from "../../testing/test-result.ts";
import { testSpec } from "../command-table/test.ts";
import { readArguments } from "../shared/arguments.ts";
import { checkSources, sayFindings } from "../shared/check-at.ts";
import { type Command, type Context, wantsColor } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import { evaluator } from "./evaluator.ts";
import { type ReadTestFile, readTests, testPaths } from "./read-tests.ts";
import { notRun, runFile } from "./run-file.ts";

/** `flowc test PATH…`: runs tests of workflows without their world. */
export const test: Command = async (argv, context) => {
  const { values, positionals } = readArguments(testSpec, argv);
  const files = testPaths(positionals, context).map((path) => readTests(path, context));
  const results = await runTests(files, values.filter ?? "", context);
  await report(results, values.reporter ?? "text", context);
  const { passed, failed } = countsOf(results);
  return failed > 0 || passed === 0 ? 1 : 0;
};

/** The results of these files in their order; each workflow is checked and built once. */
async function runTests(
  files: readonly ReadTestFile[],
  filter: string,
  context: Context,
): Promise<readonly FileResult[]> {
  const evaluate = await evaluator(context.packageFolder);
  const results = new Map<ReadTestFile, FileResult>();
  for (const workflow of new Set(files.map((file) => file.workflow))) {
    const ofWorkflow = files.filter((file) => file.workflow === workflow);
    for (const [file, result] of await runWorkflow(workflow, ofWorkflow, { filter, evaluate }, context))
      results.set(file, result);
  }
  return files.flatMap((file) => results.get(file) ?? []);
}

interface Wanted {
  readonly filter: string;
  readonly evaluate: Evaluate;
}

async function runWorkflow(
  workflow: string,
  files: readonly ReadTestFile[],
  { filter, evaluate }: Wanted,
  context: Context,
): Promise<ReadonlyMap<ReadTestFile, FileResult>> {
  const results = new Map<ReadTestFile, FileResult>();
  const sources = readWorkflow(workflow, context);
  const checked = await checkSources(sources, context);
  const findings: readonly Diagnostic[] = [...obstacles(checked), ...files.flatMap(({ found }) => found)];
  sayFindings(sortDiagnostics(findings), context);
  const wanted = files
    .map((file) => [file, testsOf(file, filter)] as const)
    .filter(([file, tests]) => tests.length > 0 || file.syntax === undefined);
  if (checked.plan === undefined) {
    for (const [file, tests] of wanted) results.set(file, notRun(file, tests, "the workflow does not compile"));
    return results;
  }
  await withBundle({ sources, argv: [], cache: true }, context, async (bundle) => {
    for (const [file, tests] of wanted) {
      const isSound = !file.found.some(({ severity }) => severity === "error");
      const tools = { bundle, evaluate, workflowFolder: sources.folder };
      results.set(file, isSound ? await runFile(file, tests, tools) : notRun(file, tests, "the tests have errors"));
    }
    return 0;
  });
  return results;
}

function testsOf({ syntax, source }: ReadTestFile, filter: string): readonly TestSyntax[] {
  return (syntax?.tests ?? []).filter(({ name }) => `${source.path} ${name.value}`.includes(filter));
}

async function report(results: readonly FileResult[], reporter: string, context: Context): Promise<void> {
  const { print } = context;
  if (reporter === "json") await print((await import("../../testing/report/json.ts")).formatTestJson(results));
  else if (reporter === "junit") await print((await import("../../testing/report/junit.ts")).formatJunit(results));
  else if (reporter === "tap") await print((await import("../../testing/report/tap.ts")).formatTap(results));
  else {
    const { formatTestText } = await import("../../testing/report/text.ts");
    if (reporter === "github") {
      const { formatTestGithub } = await import("../../testing/report/github.ts");
      const annotations = formatTestGithub(results, folderInRepository(context));
      if (annotations !== "") await print(annotations.trimEnd());
    }
    await print(formatTestText(results, reporter === "text" && wantsColor(context)));
  }
}

/** Annotations name files as seen from the repository. */
function folderInRepository({ workingFolder, environment }: Context): string {
  const { GITHUB_WORKSPACE } = environment;
  const below = GITHUB_WORKSPACE === undefined ? "" : relative(GITHUB_WORKSPACE, workingFolder);
  return below.startsWith("..") || isAbsolute(below) ? "" : below;
}
