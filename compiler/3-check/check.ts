import type { ComponentManifest } from "../component.ts";
import type { Report } from "../diagnostic.ts";
import { findExecutor } from "../executors/list.ts";
import { NearIndex } from "../nearest.ts";
import type { Plan, PlanConnection, PlanResource } from "../plan.ts";
import type { ResourceSyntax, WorkflowSyntax } from "../syntax.ts";
import { anyType } from "../value-type.ts";
import { buildGraph, type Graph, reach, topologicalOrder } from "./graph.ts";
import { collectNames } from "./names.ts";
import { Outside } from "./outside/breaches.ts";
import { planPreflight } from "./plan-preflight.ts";
import { planRequests } from "./plan-requests.ts";
import { planResource, type ResourceContext, type Scripts } from "./plan-resource.ts";
import { planSettings } from "./plan-settings.ts";
import type { Findings, Read, WorkflowContext } from "./resolve/context.ts";
import { joinTypes } from "./resolve/operator-type.ts";
import { inputType, requestParts } from "./resolve/read-name.ts";
import { resultShape } from "./resolve/result-shape.ts";
import { rules } from "./rules/list.ts";
import { collectArguments } from "./tools.ts";

/** What the check is given beside the workflow. */
export interface CheckInput {
  readonly workflow: WorkflowSyntax;
  readonly sourceHash: string;
  /** Components by name. */
  readonly components: ReadonlyMap<string, ComponentManifest>;
  /** Files that resources name by `scriptFile`, by these names. */
  readonly scripts?: Scripts;
}

/**
 * Resolves every name, types every expression and runs every rule. The plan is whole only where nothing was reported as
 * an error; the driver looks.
 */
export function check({ workflow, sourceHash, components, scripts = new Map() }: CheckInput, report: Report): Plan {
  const graph = buildGraph(workflow.resources);
  const names = collectNames(workflow.resources);
  const shapes = new Map([...graph.resources].map(([id, resource]) => [id, resultShape(resource, components)]));
  const findings = newFindings();
  const known = new NearIndex([...graph.resources.keys(), ...names.keys(), ...requestParts, "file"]);
  const runsAlone = withoutCalls(workflow, graph);
  const parameters = collectArguments(workflow.resources, runsAlone);
  const context: WorkflowContext = { workflow, graph, names, arguments: parameters, shapes, findings, known, report };
  const settings = planSettings(context);
  const planned = planAll(workflow, { ...context, components, scripts, asked: new Map(), runsAlone });
  const outside = new Outside({ workflow, graph, plans: plansById(graph, planned), components });
  for (const rule of rules) rule({ workflow, graph, names, reads: findings.reads, outside, report });
  const order = runOrder(workflow, graph);
  const handled = handledOutcomes(findings.reads, workflow);
  const resources = order.flatMap((resource) => {
    const plan = planned.get(resource);
    return plan === undefined ? [] : [withOutcome(plan, resource, handled)];
  });
  const connections = settings.connections.filter((connection) => isUsed(connection, resources));
  return {
    name: workflow.name.value,
    version: workflow.version,
    description: workflow.description,
    source: workflow.source,
    sourceHash,
    target: workflow.target?.value ?? "",
    server: workflow.server,
    routes: workflow.routes,
    requests: workflow.server ? planRequests(workflow, graph, order) : [],
    concurrency: workflow.concurrency,
    timeoutMs: workflow.timeoutMs,
    ...settings,
    connections,
    preflight: planPreflight(resources, connections, workflow),
    declaredInputs: workflow.inputs,
    inputs: allInputs(workflow, findings),
    environmentReads: [...findings.environment].sort(),
    requiredEnvironment: [...findings.requiredEnvironment].map(([name, span]) => ({ name, span })),
    storedNames: [...names.keys()].sort().map((name) => ({
      name,
      type: (findings.stored.get(name) ?? [anyType]).reduce(joinTypes),
    })),
    resources,
  };
}

function newFindings(): Findings {
  const environment = { environment: new Set<string>(), requiredEnvironment: new Map() };
  return { reads: [], inputs: new Set(), stored: new Map(), ...environment };
}

/** What runs without being called by a chat's model: the target, what a route binds, and all upstream of them. */
function withoutCalls({ server, target }: WorkflowSyntax, graph: Graph): ReadonlySet<string> {
  const isBound = ({ validations }: ResourceSyntax) => validations.routes.length + validations.methods.length > 0;
  const bound = server ? [...graph.resources.values()].filter(isBound).map(({ id }) => id) : [];
  return reach([...(target === undefined ? [] : [target.value]), ...bound], graph.requires);
}

function isUsed({ name }: PlanConnection, resources: readonly PlanResource[]): boolean {
  return resources.some(({ action }) => action?.connection === name);
}

/** Inputs that are declared or read, with their types. */
function allInputs({ inputs = [] }: WorkflowSyntax, findings: Findings): Plan["inputs"] {
  const names = [...new Set([...inputs.map(({ name }) => name), ...findings.inputs])].sort();
  return names.map((name) => ({ name, type: inputType(inputs.find((input) => input.name === name)) }));
}

type Planned = ReadonlyMap<ResourceSyntax, PlanResource>;

function planAll(workflow: WorkflowSyntax, context: ResourceContext): Planned {
  return new Map(planOrder(workflow, context.graph).map((resource) => [resource, planResource(resource, context)]));
}

function plansById(graph: Graph, planned: Planned): ReadonlyMap<string, PlanResource> {
  const plans = new Map<string, PlanResource>();
  for (const [resource, plan] of planned) if (graph.resources.get(plan.id) === resource) plans.set(plan.id, plan);
  return plans;
}

/** Every resource, those upstream first; second ones of an id last. */
function planOrder(workflow: WorkflowSyntax, graph: Graph): readonly ResourceSyntax[] {
  const ordered = topologicalOrder(graph.resources.keys(), graph).flatMap((id) => graph.resources.get(id) ?? []);
  return [...ordered, ...workflow.resources.filter((resource) => graph.resources.get(resource.id) !== resource)];
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
