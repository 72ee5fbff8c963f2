import { buildGraph, topologicalOrder } from "../3-check/graph/graph.ts";
import { toolsOf } from "../3-check/graph/tools.ts";
import { findExecutor } from "../executors/list.ts";
import { namesIn } from "../executors/names-in.ts";
import type { ResourceSyntax } from "../nouns/resource-syntax.ts";
import type { WorkflowSyntax } from "../nouns/syntax.ts";

/** What a drawing of a workflow shows, before any format. */
export interface GraphView {
  readonly name: string;
  readonly server: boolean;
  /** Every resource, those upstream first. */
  readonly nodes: readonly GraphNode[];
  /** Ways in, of a server workflow. */
  readonly entries: readonly GraphEntry[];
}

export interface GraphNode {
  readonly id: string;
  readonly name: string | undefined;
  /** The key of its executor; else `apiResponse`, or `expression` for a resource with before or after alone. */
  readonly kind: string;
  /** Of a component, its name. */
  readonly component: string | undefined;
  readonly isTarget: boolean;
  /** True where dependents must do without its result now and then: it has skip conditions, or goes on after a failure. */
  readonly isOptional: boolean;
  /** True where it runs once for each of its items. */
  readonly hasItems: boolean;
  /** Ids of the nodes that run before it, in the order written, each once. */
  readonly requires: readonly string[];
  /** Ids of the nodes that its model may call. */
  readonly tools: readonly string[];
}

/** A route with one of its methods, and the resources that a request to it runs beside the target. */
export interface GraphEntry {
  /** Undefined: any. */
  readonly method: string | undefined;
  readonly path: string;
  readonly resources: readonly string[];
}

/** The view of a workflow, of which all that could be read is shown. */
export function graphView(workflow: WorkflowSyntax): GraphView {
  const graph = buildGraph(workflow.resources);
  const nodes = topologicalOrder(graph.resources.keys(), graph).flatMap((id) => {
    const resource = graph.resources.get(id);
    if (resource === undefined) return [];
    const offered = toolsOf(resource).map(({ script }) => script.value);
    const tools = [...new Set(offered)].filter((other) => graph.resources.has(other));
    return [{ ...nodeOf(resource, workflow), requires: graph.requires(id), tools }];
  });
  const resources = nodes.flatMap(({ id }) => graph.resources.get(id) ?? []);
  const routes = workflow.server ? workflow.routes : [];
  const entries = routes.flatMap(({ path, methods }) =>
    (methods.length === 0 ? [undefined] : [...new Set(methods)]).map((method) => ({
      method,
      path,
      resources: boundTo(path, method, resources, workflow),
    })),
  );
  return { name: workflow.name.value, server: workflow.server, nodes, entries };
}

function nodeOf(resource: ResourceSyntax, workflow: WorkflowSyntax): Omit<GraphNode, "requires" | "tools"> {
  const { id, name, executors, validations, onError, items } = resource;
  const [executor] = executors;
  return {
    id,
    name,
    kind: kindOf(resource),
    component: executor && namesIn(executor, "component")[0]?.value,
    isTarget: workflow.target?.value === id,
    isOptional: validations.skip.length > 0 || onError?.action === "continue",
    hasItems: items !== undefined,
  };
}

function kindOf({ executors, apiResponse }: ResourceSyntax): string {
  const [executor] = executors;
  if (executor !== undefined && findExecutor(executor.key) !== undefined) return executor.key;
  return apiResponse === undefined ? "expression" : "apiResponse";
}

/** Those that name the route or the method; where none does, the target. */
function boundTo(
  path: string,
  method: string | undefined,
  resources: readonly ResourceSyntax[],
  { target }: WorkflowSyntax,
): readonly string[] {
  const bound = resources.filter(({ validations: { routes, methods } }) => {
    if (routes.length + methods.length === 0) return false;
    const isRoute = routes.length === 0 || routes.some(({ value }) => value === path);
    return isRoute && (methods.length === 0 || method === undefined || methods.some(({ value }) => value === method));
  });
  if (bound.length > 0) return bound.map(({ id }) => id);
  return resources.some(({ id }) => id === target?.value) && target !== undefined ? [target.value] : [];
}

/** What stands in the box of a node: its id, its name and what it does, a line each. */
export function nodeLines({ id, name, kind, component, hasItems }: GraphNode): readonly string[] {
  const what = component === undefined ? kind : `${kind} ${component}`;
  return [id, ...(name === undefined ? [] : [name]), hasItems ? `${what}, for each item` : what];
}

/** What stands in the box of a way in. */
export function entryLabel({ method, path }: GraphEntry): string {
  return method === undefined ? path : `${method} ${path}`;
}

/** Text on one line, without what would change a terminal or the direction of writing. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  const shown = text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
  return shown.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu, "").trim();
}
