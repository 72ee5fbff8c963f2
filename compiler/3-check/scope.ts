import { findExecutor } from "../executors/list.ts";
import type { Languages } from "../languages/languages.ts";
import { codes } from "../nouns/codes.ts";
import type { ComponentManifest, KnownComponents } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { Plan, PlanInput, PlanRequest } from "../nouns/plan.ts";
import type { PlanResource, ResultShape } from "../nouns/plan-resource.ts";
import type { InputSyntax, ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { Scripts } from "../nouns/script-file.ts";
import type { SqlAnswers } from "../nouns/sql.ts";
import type { WorkflowSyntax } from "../nouns/syntax.ts";
import { anyType } from "../nouns/value-type.ts";
import { NearIndex } from "../spelling/nearest.ts";
import { buildGraph, type Graph, reach, topologicalOrder } from "./graph/graph.ts";
import { collectNames } from "./graph/names.ts";
import { callersOf, type Poison, poisonOf } from "./graph/poison.ts";
import { collectArguments } from "./graph/tools.ts";
import { planRequests } from "./plan/requests.ts";
import { type ResolvedScope, resolveScope } from "./plan/resolve-scope.ts";
import type { Findings, Read } from "./resolve/context.ts";
import { joinTypes } from "./resolve/operator-type.ts";
import { inputType, requestParts } from "./resolve/read-name.ts";
import { rules } from "./rules/list.ts";
import { EmbeddedScripts } from "./scripts/embedded-scripts.ts";
import type { ComponentSummary } from "./taint/component-summary.ts";
import { TaintAnalysis } from "./taint/taint-analysis.ts";

/** What is known of the environment variables that a workflow and its components read. */
export type EnvironmentFindings = Pick<Findings, "environment" | "requiredEnvironment">;

/** What lies around a graph of resources. */
export interface Surroundings {
  readonly components: KnownComponents;
  /** How tainted text gets into the values of those made of resources, by name. */
  readonly summaries: ReadonlyMap<string, ComponentSummary>;
  /** Names of components in which something could not be read or typed. */
  readonly poisoned: ReadonlySet<string>;
  /** Of these, those in which it may be what holds a value. */
  readonly doubtful: ReadonlySet<string>;
  /** Files that resources name by `scriptFile`, by these names. */
  readonly scripts: Scripts;
  /** What databases say of its statements. */
  readonly sql: SqlAnswers;
  readonly languages: Languages;
  readonly variables: EnvironmentFindings;
}

/** What the check of one graph of resources gives: those of a workflow, or of a component. */
export interface Scope {
  /** What can run, in an order in which every resource stands after all it requires. */
  readonly resources: readonly PlanResource[];
  readonly settings: ResolvedScope["settings"];
  /** Of a server workflow: what each request executes. */
  readonly requests: readonly PlanRequest[];
  /** All inputs that are declared or read, sorted by name. */
  readonly inputs: readonly PlanInput[];
  /** Names that `set` stores and the types of what it stores, sorted by name. */
  readonly storedNames: Plan["storedNames"];
  readonly shapes: ReadonlyMap<string, ResultShape>;
  /** Of a component: how tainted text gets into its value. */
  readonly summary: ComponentSummary;
  /** True where something could not be read or typed. */
  readonly isPoisoned: boolean;
  /** True where that may be what holds a value. */
  readonly isDoubtful: boolean;
}

/**
 * Resolves every name, types every expression and runs every rule of one graph of resources, whose ids and names are
 * its own.
 */
export function checkScope(
  workflow: WorkflowSyntax,
  { components, summaries, poisoned, doubtful, scripts, sql, languages, variables }: Surroundings,
  reportOutside: Report,
): Scope {
  const poison = poisonOf(workflow);
  const report = noting(poison, reportOutside);
  const graph = buildGraph(workflow.resources);
  const names = collectNames(workflow.resources);
  const request = workflow.kind === "workflow" ? [...requestParts, "file"] : [];
  const known = new NearIndex([...graph.resources.keys(), ...names.keys(), ...request]);
  const runsAlone = withoutCalls(workflow, graph);
  const parameters = collectArguments(workflow.resources, runsAlone);
  const around = { workflow, graph, names, arguments: parameters, known, components, scripts, runsAlone };
  const { checked, sure } = resolveScope({ ...around, variables, poison, report, statements: sql.statements });
  const { planned, shapes, settings, findings } = sure;
  const taint = new TaintAnalysis({
    workflow,
    graph,
    plans: plansById(graph, planned),
    components: manifestsOf(components),
    summaries,
    languages,
    environment: settings.environment,
    connections: settings.connections,
    unreadInputs: poison.inputs,
  });
  const { reads, nilUses } = checked.findings;
  poisonCallers(poison, callersOf(poisoned, workflow.resources));
  for (const id of callersOf(doubtful, workflow.resources)) poison.guards.push({ resource: id, at: undefined });
  const embedded = new EmbeddedScripts({ workflow, scripts });
  const read = { reads, nilUses, used: checked.findings, poison, taint, sql, languages, embedded };
  for (const rule of rules) rule({ ...around, ...read, report });
  const order = runOrder(workflow, graph);
  const handled = handledOutcomes(reads, workflow);
  return {
    resources: order.flatMap((resource) => {
      const plan = planned.get(resource);
      return plan === undefined ? [] : [withOutcome(plan, resource, handled)];
    }),
    settings,
    requests: workflow.server ? planRequests(workflow, graph, order) : [],
    inputs: planInputs(workflow, findings.inputs),
    storedNames: storedNames(names.keys(), findings),
    shapes,
    summary: taint.summary,
    isPoisoned: poison.unread.size + poison.untyped.size + poison.inputs.size > 0,
    isDoubtful: poison.guards.length + poison.inputs.size > 0,
  };
}

/** The report that keeps where errors stand, and names that are most likely others. */
function noting({ refused }: Poison, report: Report): Report {
  return (code, at, message, extras) => {
    if ((extras?.severity ?? codes[code].severity) === "error" || code === "unknown-name") refused.push(at);
    report(code, at, message, extras);
  };
}

function poisonCallers(poison: Poison, callers: Iterable<string>): void {
  for (const id of callers) {
    poison.unread.add(id);
    poison.untyped.add(id);
  }
}

/** What runs without being called by a chat's model: the target, what a route binds, and all upstream of them. */
function withoutCalls({ server, target }: WorkflowSyntax, graph: Graph): ReadonlySet<string> {
  const isBound = ({ validations }: ResourceSyntax) => validations.routes.length + validations.methods.length > 0;
  const bound = server ? [...graph.resources.values()].filter(isBound).map(({ id }) => id) : [];
  return reach([...(target === undefined ? [] : [target.value]), ...bound], graph.requires);
}

function storedNames(names: Iterable<string>, { stored }: Findings): Plan["storedNames"] {
  return [...names].sort().map((name) => ({ name, type: (stored.get(name) ?? [anyType]).reduce(joinTypes) }));
}

function planInputs({ inputs, resources }: WorkflowSyntax, read: ReadonlySet<string>): readonly PlanInput[] {
  const declared = new Map((inputs ?? []).map((input) => [input.name, input]));
  const validated = new Map<string, InputSyntax>();
  for (const input of resources.flatMap(({ validations }) => validations.properties)) {
    const before = validated.get(input.name);
    validated.set(input.name, before === undefined ? input : { ...before, schema: ofBothTypes(before, input) });
  }
  // What is only validated is an input too: text is read as the type that it must have.
  const open = inputs === undefined ? validated.keys() : [];
  return [...new Set([...declared.keys(), ...open, ...read])].sort().map((name) => ({
    name,
    type: inputType(declared.get(name)),
    described: declared.get(name) ?? validated.get(name),
  }));
}

/** Routes may differ in what they take for an input: its schema then says the types of both. */
function ofBothTypes(first: InputSyntax, second: InputSyntax): InputSyntax["schema"] {
  const types = new Set([first, second].flatMap(({ schema }) => schema["type"] ?? []));
  return types.size < 2 ? first.schema : { type: [...types] };
}

function manifestsOf(components: KnownComponents): ReadonlyMap<string, ComponentManifest> {
  return new Map([...components].flatMap(([name, known]) => (known === undefined ? [] : [[name, known.manifest]])));
}

function plansById(
  graph: Graph,
  planned: ReadonlyMap<ResourceSyntax, PlanResource>,
): ReadonlyMap<string, PlanResource> {
  const plans = new Map<string, PlanResource>();
  for (const [resource, plan] of planned) if (graph.resources.get(plan.id) === resource) plans.set(plan.id, plan);
  return plans;
}

/** What can run: the target and everything upstream of it; in a server workflow, whatever is bound to a route too. */
function runOrder(workflow: WorkflowSyntax, graph: Graph): readonly ResourceSyntax[] {
  const { target } = workflow;
  const reachable = workflow.server || target === undefined ? undefined : graph.closure(target.value);
  const ids = [...graph.resources.keys()].filter((id) => reachable?.has(id) ?? true);
  return topologicalOrder(ids, graph).flatMap((id) => graph.resources.get(id) ?? []);
}

/** Ids of resources of which some other resource reads how they ended: exitCode, success or stderr. */
function handledOutcomes(reads: readonly Read[], workflow: WorkflowSyntax): ReadonlySet<string> {
  const fields = new Map(workflow.resources.map((resource) => [resource.id, outcomeFields(resource)]));
  const looking = reads.filter(
    ({ name, reader, field }) => reader !== name && field !== undefined && fields.get(name)?.includes(field),
  );
  return new Set(looking.map(({ name }) => name));
}

function outcomeFields(resource: ResourceSyntax): readonly string[] {
  const [executor] = resource.executors;
  return (executor && findExecutor(executor.key)?.result?.outcomeFields) ?? [];
}

/** A non-zero exit is handled or it fails, as `handled` says unless `strict` does (spec section 4). */
function withOutcome(plan: PlanResource, resource: ResourceSyntax, handled: ReadonlySet<string>): PlanResource {
  if (plan.action === undefined || outcomeFields(resource).length === 0) return plan;
  const strict = plan.action.options.find(({ key }) => key === "strict")?.value;
  const failOnNonZero = strict?.kind === "constant" ? strict.value === true : !handled.has(plan.id);
  const options = plan.action.options.filter(({ key }) => key !== "strict");
  const flag = { key: "failOnNonZero", value: { kind: "constant", value: failOnNonZero, span: plan.span } } as const;
  return { ...plan, action: { ...plan.action, options: [...options, flag] } };
}
