import { relative, resolve } from "node:path";
import { slashes } from "../../1-load/display-path.ts";
import { isTestFile, testedWorkflow } from "../../1-load/find-tests.ts";
import { obstacles } from "../../compile.ts";
import type { Evaluate } from "../../testing/expect/matchers.ts";
import { explore } from "../../testing/explore/explore.ts";
import type { ExploredWorkflow } from "../../testing/report/explored.ts";
import { simulateCase } from "../../testing/simulate/simulate.ts";
import { checkSources, sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError, wantsColor } from "../shared/context.ts";
import { folderInRepository } from "../shared/folder-in-repository.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import { evaluator } from "./evaluator.ts";
import type { ReporterName } from "./report-tests.ts";

/** What `flowc test --explore` is given. */
export interface ExploreRequest {
  readonly paths: readonly string[];
  /** The number after `--explore=`. */
  readonly cases: string | undefined;
  readonly seed: string | undefined;
  /** Only workflows whose file or name holds it. */
  readonly filter: string;
  readonly reporter: ReporterName;
}

const usualCases = 200;

/** Runs workflows with inputs and answers of all kinds, and prints what goes wrong; the exit code. */
export async function exploreWorkflows(request: ExploreRequest, context: Context): Promise<number> {
  const numbers = {
    cases: wholeNumber("--explore", request.cases ?? String(usualCases), 1),
    seed: wholeNumber("--seed", request.seed ?? "1", 0),
  };
  const evaluate = await evaluator(context.packageFolder);
  const given = request.paths.map((path) =>
    isTestFile(path) ? testedWorkflow(resolve(context.workingFolder, path), undefined) : path,
  );
  const explored: ExploredWorkflow[] = [];
  for (const path of workflowPaths(given, context)) {
    const one = await exploreAt(path, { ...numbers, evaluate, filter: request.filter }, context);
    if (one === "broken") return 1;
    if (one !== "unwanted") explored.push(one);
  }
  if (explored.length === 0) throw new UsageError(`no workflow here has "${request.filter}" in its file or name`);
  await context.print(await formatted(explored, { seed: numbers.seed, reporter: request.reporter }, context));
  return explored.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

async function formatted(
  explored: readonly ExploredWorkflow[],
  { seed, reporter }: { readonly seed: number; readonly reporter: ReporterName },
  context: Context,
): Promise<string> {
  const report = await import("../../testing/report/explored.ts");
  switch (reporter) {
    case "json":
      return report.formatExploredJson(explored, seed);
    case "junit":
      return (await import("../../testing/report/junit.ts")).formatJunit(report.reportedFindings(explored));
    case "tap":
      return (await import("../../testing/report/tap.ts")).formatTap(report.reportedFindings(explored));
    case "github": {
      const annotations = report.formatExploredGithub(explored, folderInRepository(context));
      return annotations + report.formatExplored(explored, false);
    }
    case "text":
      return report.formatExplored(explored, wantsColor(context));
  }
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least && number <= 2 ** 31) return number;
  throw new UsageError(`${option} takes a whole number from ${least}, not "${text}"`);
}

interface ExploreTools {
  readonly cases: number;
  readonly seed: number;
  readonly evaluate: Evaluate;
  readonly filter: string;
}

/** `broken` where the workflow does not compile, which has been said; `unwanted` where the filter leaves it out. */
async function exploreAt(
  path: string,
  { cases, seed, evaluate, filter }: ExploreTools,
  context: Context,
): Promise<ExploredWorkflow | "broken" | "unwanted"> {
  const sources = readWorkflow(path, context);
  const checked = await checkSources(sources, context);
  const { plan, name } = checked;
  const shown = slashes(relative(context.workingFolder, resolve(sources.folder, sources.workflow.name)));
  if (!`${shown} ${name}`.includes(filter)) return "unwanted";
  if (plan === undefined) {
    sayFindings(obstacles(checked), context);
    return "broken";
  }
  let found: ExploredWorkflow | "broken" = "broken";
  await withBundle({ sources, argv: [], cache: true }, context, async (bundle) => {
    const tools = { evaluate, folder: sources.folder, workflowFolder: sources.folder };
    found = {
      path: shown,
      ...(await explore(plan, { cases, seed, simulate: (testCase) => simulateCase(bundle, testCase, tools) })),
    };
    return 0;
  });
  return found;
}
