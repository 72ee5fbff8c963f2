import type { ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { NearIndex } from "../../spelling/nearest.ts";
import { toolsOf } from "./tools.ts";

/**
 * Who requires whom. An unknown id in `requires`, which is reported, counts as the one that it is nearest to, else it is
 * left out; of two resources with one id the first counts.
 */
export interface Graph {
  /** By id, in document order. */
  readonly resources: ReadonlyMap<string, ResourceSyntax>;
  requires(id: string): readonly string[];
  /** What must have ended before `id` can end: all it requires, and the resources that its chat may call. */
  needs(id: string): readonly string[];
  /** True where `id` must have ended before `reader` starts: `reader` requires it, directly or through others. */
  isUpstream(id: string, reader: string): boolean;
  /** `id`, everything upstream of it, and what the chats among them may call, with all upstream of that. */
  closure(id: string): ReadonlySet<string>;
}

/** Builds the graph. The first question about what is upstream costs a pass over all edges, the others nothing. */
export function buildGraph(all: readonly ResourceSyntax[]): Graph {
  const resources = new Map<string, ResourceSyntax>();
  for (const resource of all) if (!resources.has(resource.id)) resources.set(resource.id, resource);
  const edges = new Map<string, readonly string[]>();
  const calls = new Map<string, readonly string[]>();
  const names = new NearIndex(resources.keys());
  for (const [id, resource] of resources) {
    const known = resource.requires.flatMap(({ value }) => {
      if (resources.has(value)) return [value];
      const meant = names.clear(value);
      return meant === undefined || meant === id ? [] : [meant];
    });
    edges.set(id, [...new Set(known)]);
    const called = toolsOf(resource).map(({ script }) => script.value);
    if (called.length > 0)
      calls.set(
        id,
        [...new Set(called)].filter((other) => resources.has(other)),
      );
  }
  const requires = (id: string) => edges.get(id) ?? [];
  const needs = (id: string) => (calls.has(id) ? [...requires(id), ...(calls.get(id) ?? [])] : requires(id));
  const closure = (id: string) => reach([id], needs);
  let ancestors: Ancestors | undefined;
  const graph: Graph = {
    resources,
    requires,
    needs,
    closure,
    isUpstream: (id, reader) => {
      ancestors ??= new Ancestors(graph);
      return id !== reader && ancestors.has(id, reader);
    },
  };
  return graph;
}

/** For each resource a bit for each other one that is upstream of it; made in one pass over the edges. */
class Ancestors {
  readonly #graph: Graph;
  readonly #numbers = new Map<string, number>();
  readonly #rows = new Map<string, Uint32Array>();
  #cyclic = false;

  constructor(graph: Graph) {
    this.#graph = graph;
    const order = topologicalOrder(graph.resources.keys(), graph);
    for (const id of order) this.#numbers.set(id, this.#numbers.size);
    for (const id of order) this.#rows.set(id, this.#rowOf(id, Math.ceil(order.length / 32)));
  }

  has(id: string, reader: string): boolean {
    // In a cycle rows are made before those they build on: there each question is answered anew.
    if (this.#cyclic) return this.#graph.closure(reader).has(id);
    const number = this.#numbers.get(id) ?? 0;
    return (((this.#rows.get(reader)?.[number >> 5] ?? 0) >> (number & 31)) & 1) === 1;
  }

  #rowOf(id: string, words: number): Uint32Array {
    const row = new Uint32Array(words);
    for (const required of this.#graph.requires(id)) {
      const above = this.#rows.get(required);
      if (above === undefined) this.#cyclic = true;
      above?.forEach((word, index) => {
        row[index] = (row[index] ?? 0) | word;
      });
      const number = this.#numbers.get(required) ?? 0;
      row[number >> 5] = (row[number >> 5] ?? 0) | (1 << (number & 31));
    }
    return row;
  }
}

/**
 * The ids in an order in which each stands after all it requires; among equals the given order holds. Members of a
 * cycle come out in some order: the cycle has been reported.
 */
export function topologicalOrder(ids: Iterable<string>, graph: Graph): readonly string[] {
  const order: string[] = [];
  const visited = new Set<string>();
  const stack: { readonly id: string; readonly entered: boolean }[] = [];
  const push = (id: string) => void (visited.has(id) || stack.push({ id, entered: false }));
  for (const root of ids) {
    push(root);
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (top.entered) order.push(top.id);
      if (top.entered || visited.has(top.id)) continue;
      visited.add(top.id);
      stack.push({ id: top.id, entered: true });
      for (const required of graph.requires(top.id).toReversed()) push(required);
    }
  }
  return order;
}

/** The ids and all that can be reached from them. */
export function reach(ids: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(ids);
  for (const reached of seen) for (const further of next(reached)) seen.add(further);
  return seen;
}
