import type { PlanResource, ResultShape } from "../../nouns/plan-resource.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import { type Graph, topologicalOrder } from "../graph/graph.ts";
import { noPoison, type Poison } from "../graph/poison.ts";
import { type Findings, noFindings, type WorkflowContext } from "../resolve/context.ts";
import { resultShape } from "../resolve/result-shape.ts";
import { planResource, type ResourceContext } from "./resource.ts";
import { planSettings } from "./settings.ts";

/** A graph of resources, with what it is resolved by. */
export interface ScopeToResolve extends Omit<ResourceContext, "shapes" | "findings" | "asked"> {
  readonly variables: Pick<Findings, "environment" | "requiredEnvironment">;
  readonly poison: Poison;
}

/** Every name of a graph of resources with its meaning, every expression with its type. */
export interface ResolvedScope extends Pick<WorkflowContext, "shapes" | "findings"> {
  readonly settings: ReturnType<typeof planSettings>;
  readonly planned: ReadonlyMap<ResourceSyntax, PlanResource>;
}

/**
 * Resolves a graph of resources: `checked` with all types that are known, `sure` with those that every run has. They are the
 * same, unless a schema gives the types of rows: a database may differ from its schema, so what runs, and what is said of
 * tainted values, builds on none of these. As a type decides in many places what an expression is (operators, members, nil,
 * constants, arguments), each would have to carry whether it is sure; without the statements' types, the same code finds the
 * sure ones by itself.
 */
export function resolveScope(given: ScopeToResolve): { readonly checked: ResolvedScope; readonly sure: ResolvedScope } {
  const checked = resolve(given);
  const isTyped = [...given.statements.values()].some(({ columns }) => columns !== undefined);
  if (!isTyped) return { checked, sure: checked };
  return { checked, sure: resolve({ ...given, statements: new Map(), poison: noPoison(), report: () => undefined }) };
}

function resolve({ variables, poison, ...given }: ScopeToResolve): ResolvedScope {
  const { workflow, graph } = given;
  const shapes: ReadonlyMap<string, ResultShape> = new Map(
    [...graph.resources].map(([id, resource]) => [id, resultShape(resource, given)]),
  );
  const findings: Findings = { ...noFindings(poison), ...variables };
  const context = { ...given, shapes, findings, asked: new Map<string, readonly ValueKey[]>() };
  const settings = planSettings(context);
  const planned = new Map(
    planOrder(workflow, graph).map((resource) => [resource, planResource(resource, context)] as const),
  );
  return { shapes, findings, settings, planned };
}

/** Every resource, those upstream first; second ones of an id last. */
function planOrder(workflow: WorkflowSyntax, graph: Graph): readonly ResourceSyntax[] {
  const ordered = topologicalOrder(graph.resources.keys(), graph).flatMap((id) => graph.resources.get(id) ?? []);
  return [...ordered, ...workflow.resources.filter((resource) => graph.resources.get(resource.id) !== resource)];
}
