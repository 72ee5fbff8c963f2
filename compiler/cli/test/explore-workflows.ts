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
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import { evaluator } from "./evaluator.ts";

/** What `flowc test --explore` is given. */
export interface ExploreRequest {
  readonly paths: readonly string[];
  /** The number after `--explore=`. */
  readonly cases: string | undefined;
  readonly seed: string | undefined;
  readonly reporter: string;
}

const usualCases = 200;

/** Runs workflows with inputs and answers of all kinds, and prints what goes wrong; the exit code. */
export async function exploreWorkflows(request: ExploreRequest, context: Context): Promise<number> {
  const { reporter } = request;
  if (reporter !== "text" && reporter !== "json") throw new UsageError("--explore prints text or json");
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
    const one = await exploreAt(path, { ...numbers, evaluate }, context);
    if (one === undefined) return 1;
    explored.push(one);
  }
  const { formatExplored, formatExploredJson } = await import("../../testing/report/explored.ts");
  await context.print(
    reporter === "json" ? formatExploredJson(explored, numbers.seed) : formatExplored(explored, wantsColor(context)),
  );
  return explored.some(({ findings }) => findings.length > 0) ? 1 : 0;
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
}

/** Undefined where the workflow does not compile, which has been said. */
async function exploreAt(
  path: string,
  { cases, seed, evaluate }: ExploreTools,
  context: Context,
): Promise<ExploredWorkflow | undefined> {
  const sources = readWorkflow(path, context);
  const checked = await checkSources(sources, context);
  const { plan } = checked;
  if (plan === undefined) {
    sayFindings(obstacles(checked), context);
    return undefined;
  }
  const shown = slashes(relative(context.workingFolder, resolve(sources.folder, plan.source.name)));
  let found: ExploredWorkflow | undefined;
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
