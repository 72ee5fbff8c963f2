import { checkWorkflow, obstacles } from "../../compile.ts";
import { wavesOf } from "../../describe/waves.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanAction, PlanResource } from "../../nouns/plan-resource.ts";
import { visible } from "../../report/text.ts";
import { optionOf } from "../../tree/plan-option.ts";
import { writtenValue } from "../../tree/written-value.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";

const doesNotCompile = 3;

/** What of a workflow is asked for. */
export interface DryRunOptions {
  readonly only: string | undefined;
  /** Such as `POST /orders`. */
  readonly request: string | undefined;
}

/**
 * `flowc run PATH --dry-run`: what would run, in waves, with its commands and requests as far as they are written out. Runs
 * and writes nothing. 0, or 3 where the workflow does not compile.
 */
export async function dryRun(path: string, options: DryRunOptions, context: Context): Promise<number> {
  const checked = await checkWorkflow(readWorkflow(path, context), context.packageFolder);
  const { plan } = checked;
  if (plan === undefined) {
    sayFindings(obstacles(checked), context);
    return doesNotCompile;
  }
  const waves = wavesOf(wanted(plan, options));
  const lines = waves.flatMap((wave, index) => [`wave ${index + 1}`, ...wave.flatMap(resourceLines)]);
  await context.print([...lines, ...environmentLines(plan, context)].map(visible).join("\n"));
  return 0;
}

function wanted(plan: Plan, { only, request }: DryRunOptions): readonly PlanResource[] {
  const needed = new Set(only === undefined ? idsOf(plan, request) : withNeeds(plan, only));
  return plan.resources.filter(({ id }) => needed.has(id));
}

function idsOf({ resources, requests }: Plan, request: string | undefined): readonly string[] {
  if (request === undefined) return resources.flatMap(({ id, onDemand }) => (onDemand ? [] : [id]));
  const [method = "", path = ""] = request.trim().split(/[\s?]+/);
  const found = requests.find((one) => one.method === method.toUpperCase() && takes(one.path, path));
  if (found === undefined) throw new UsageError(`no route takes "${request}"`);
  return found.resources;
}

function takes(declared: string, path: string): boolean {
  const [wanted, given] = [declared.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(":") || part === given[index]);
}

function withNeeds({ resources }: Plan, id: string): readonly string[] {
  const resource = resources.find((one) => one.id === id);
  if (resource === undefined) {
    throw new UsageError(
      `--only takes the id of a resource: ${resources.map((one) => one.id).join(", ")}; not "${id}"`,
    );
  }
  return [id, ...resource.requires.flatMap((required) => withNeeds({ resources } as Plan, required))];
}

function resourceLines(resource: PlanResource): readonly string[] {
  const { id, resourceType, skip, items, onError, action } = resource;
  const notes = [
    ...(items === undefined ? [] : [`for each of ${writtenValue(items.value)}`]),
    ...skip.map(({ text }) => `unless ${text}`),
    ...(onError?.action === "retry" ? [`up to ${(onError.maxRetries ?? 0) + 1} attempts`] : []),
  ];
  const head = `  ${id} (${resourceType})${notes.length === 0 ? "" : `: ${notes.join("; ")}`}`;
  return [head, ...(action === undefined ? [] : actionLines(action))];
}

/** What people look for first in a block of each executor. */
const shownOptions = [
  "command",
  "args",
  "method",
  "url",
  "model",
  "prompt",
  "name",
  "connectionName",
  "query",
  "action",
  "key",
];

function actionLines(action: PlanAction): readonly string[] {
  return shownOptions.flatMap((key) => {
    const value = optionOf(action, key);
    if (value === undefined) return [];
    const lines = writtenValue(value).trimEnd().split("\n");
    return lines.length === 1 ? [`    ${key}: ${lines[0]}`] : [`    ${key}:`, ...lines.map((line) => `      ${line}`)];
  });
}

/** Variables that must be set, and are not. */
function environmentLines({ requiredEnvironment }: Plan, { environment }: Context): readonly string[] {
  const missing = requiredEnvironment.filter(({ name }) => environment[name] === undefined).map(({ name }) => name);
  return missing.length === 0 ? [] : [`not set: ${missing.join(", ")}`];
}
