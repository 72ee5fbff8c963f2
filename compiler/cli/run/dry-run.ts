import { text } from "../../../runtime-lib/run/values.ts";
import { checkWorkflow, obstacles } from "../../compile.ts";
import { wavesOf } from "../../describe/waves.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { PlanAction, PlanResource } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import { visible } from "../../report/text.ts";
import { optionOf } from "../../tree/plan-option.ts";
import { writtenValue } from "../../tree/written-value.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import { knownInputs } from "./known-inputs.ts";
import { type KnownValue, knownValue } from "./known-value.ts";

const doesNotCompile = 3;

/** What of a workflow is asked for. */
export interface DryRunOptions {
  readonly only: string | undefined;
  /** Such as `POST /orders`. */
  readonly request: string | undefined;
  /** What the run would be given: inputs are looked at. */
  readonly argv: readonly string[];
  readonly cache: boolean;
}

/**
 * `flowc run PATH --dry-run`: what would run, in waves, with its commands and requests, in which the inputs stand. Runs
 * nothing. 0, or 3 where the workflow does not compile. Throws UsageError for what a run would refuse.
 */
export async function dryRun(path: string, options: DryRunOptions, context: Context): Promise<number> {
  const sources = readWorkflow(path, context);
  const checked = await checkWorkflow(sources, context.packageFolder);
  const { plan } = checked;
  if (plan === undefined) {
    sayFindings(obstacles(checked), context);
    return doesNotCompile;
  }
  const waves = wavesOf(wanted(plan, options));
  const { argv, cache } = options;
  return withBundle({ sources, argv: [], cache }, context, async (bundle) => {
    const known = await knownValue(await knownInputs(bundle, argv), context);
    const lines = waves.flatMap((wave, index) => [
      `wave ${index + 1}`,
      ...wave.flatMap((resource) => resourceLines(resource, known)),
    ]);
    await context.print([...lines, ...environmentLines(plan, context)].map(visible).join("\n"));
    return 0;
  });
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

function resourceLines(resource: PlanResource, known: KnownValue): readonly string[] {
  const { id, resourceType, skip, items, onError, action } = resource;
  const shown = (value: PlanValue): string => writtenValue(value, (expression) => shownValue(known(expression)));
  const skipped = skip.find(({ expression }) => known(expression)?.value === true);
  const notes = [
    ...(items === undefined ? [] : [`for each of ${shown(items.value)}`]),
    ...(skipped === undefined ? [] : [`skipped: ${skipped.text}`]),
    ...skip.flatMap(({ text, expression }) => (known(expression) === undefined ? [`unless ${text}`] : [])),
    ...(onError?.action === "retry" ? [`up to ${(onError.maxRetries ?? 0) + 1} attempts`] : []),
  ];
  const head = `  ${id} (${resourceType})${notes.length === 0 ? "" : `: ${notes.join("; ")}`}`;
  return [head, ...(action === undefined || skipped !== undefined ? [] : actionLines(action, shown))];
}

function shownValue(found: ReturnType<KnownValue>): string | undefined {
  return found && text(found.value);
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

function actionLines(action: PlanAction, shown: (value: PlanValue) => string): readonly string[] {
  return shownOptions.flatMap((key) => {
    const value = optionOf(action, key);
    if (value === undefined) return [];
    const lines = shown(value).trimEnd().split("\n");
    return lines.length === 1 ? [`    ${key}: ${lines[0]}`] : [`    ${key}:`, ...lines.map((line) => `      ${line}`)];
  });
}

/** Variables that must be set, and are not. */
function environmentLines({ requiredEnvironment }: Plan, { environment }: Context): readonly string[] {
  const missing = requiredEnvironment.filter(({ name }) => environment[name] === undefined).map(({ name }) => name);
  return missing.length === 0 ? [] : [`not set: ${missing.join(", ")}`];
}
