import { namesIn } from "../../executors/names-in.ts";
import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Span } from "../../nouns/source.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import { type Graph, reach } from "./graph.ts";
import { toolsOf } from "./tools.ts";

/**
 * What has been reported already, by the resource in which it stands (undefined: in none, such as the settings). What it
 * hides may change what is known of that resource and of all downstream of it, so rules stay silent there.
 */
export interface Poison {
  /** Shapes that are wrong: what is there, such as an unknown key, may be meant as what seems to be missing. */
  readonly misshapen: Set<string | undefined>;
  /** Expressions that could not be read, and edges of the graph that are missing or lead in a circle. */
  readonly unread: Set<string | undefined>;
  /** Expressions that could not be typed. */
  readonly untyped: Set<string | undefined>;
  /** Of both, and of schemas, what may hold or replace a value: conditions, stores, edges of the graph. */
  readonly guards: Doubt[];
  /** Names of inputs whose schemas do not hold together, and so may hold anything or nothing. */
  readonly inputs: Set<string>;
  /** Where errors stand. */
  readonly refused: Span[];
}

/** What may hold a value, and could not be read or typed. */
export interface Doubt {
  readonly resource: string | undefined;
  /** Where it stands: what it does not name it does not hold. Undefined where it may hold anything. */
  readonly at: Span | undefined;
}

/** No poison. */
export function noPoison(): Poison {
  return {
    misshapen: new Set(),
    unread: new Set(),
    untyped: new Set(),
    guards: [],
    inputs: new Set(),
    refused: [],
  };
}

/** What was reported when the workflow was parsed. */
export function poisonOf({ resources, strayKeys }: WorkflowSyntax): Poison {
  const poison = noPoison();
  if (strayKeys.length > 0) poison.misshapen.add(undefined);
  for (const resource of resources) {
    if (resource.broken || resource.strayKeys.length > 0) poison.misshapen.add(resource.id);
    if (resource.brokenGuards) poison.guards.push({ resource: resource.id, at: undefined });
  }
  return poison;
}

/**
 * True where poison in these resources may change what is known at a place: in one of them, downstream of one, or in
 * what the chat of one calls. What stands outside of all resources is in reach of all.
 */
export function reachOf(owners: ReadonlySet<string | undefined>, graph: Graph): (id: string | undefined) => boolean {
  if (owners.size === 0) return () => false;
  if (owners.has(undefined)) return () => true;
  const known = [...owners].filter((owner) => owner !== undefined);
  const concerned = reach(known, concernedBy(graph));
  return (id) => id === undefined || concerned.has(id);
}

/** From a resource to those that need it, and to the tools of its chat. */
function concernedBy(graph: Graph): (id: string) => readonly string[] {
  const next = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  for (const resource of graph.resources.values()) {
    for (const needed of graph.needs(resource.id)) add(needed, resource.id);
    for (const { script } of toolsOf(resource)) add(resource.id, script.value);
  }
  return (id) => next.get(id) ?? [];
}

/** The resources whose executor is one of these components. */
export function callersOf(names: ReadonlySet<string>, resources: readonly ResourceSyntax[]): readonly string[] {
  return resources.flatMap(({ id, executors: [executor] }) => {
    const [name] = executor === undefined ? [] : namesIn(executor, "component");
    return name !== undefined && names.has(name.value) ? [id] : [];
  });
}
