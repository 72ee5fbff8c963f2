import type { ResourceSyntax } from "../syntax.ts";

/** Who requires whom. Unknown ids in `requires` are left out; of two resources with one id the first counts. */
export interface Graph {
  /** By id, in document order. */
  readonly resources: ReadonlyMap<string, ResourceSyntax>;
  requires(id: string): readonly string[];
  /** True where `id` must have ended before `reader` starts: `reader` requires it, directly or through others. */
  isUpstream(id: string, reader: string): boolean;
  /** `id` and everything upstream of it. */
  closure(id: string): ReadonlySet<string>;
}

/** Builds the graph; answers about far relations are found once for each reader, in time linear in the edges. */
export function buildGraph(all: readonly ResourceSyntax[]): Graph {
  const resources = new Map<string, ResourceSyntax>();
  for (const resource of all) if (!resources.has(resource.id)) resources.set(resource.id, resource);
  const edges = new Map<string, readonly string[]>();
  for (const [id, resource] of resources) {
    const known = resource.requires.map(({ value }) => value).filter((required) => resources.has(required));
    edges.set(id, [...new Set(known)]);
  }
  const requires = (id: string) => edges.get(id) ?? [];
  const closures = new Map<string, ReadonlySet<string>>();
  const closure = (id: string): ReadonlySet<string> => {
    const found = closures.get(id) ?? reach(id, requires);
    closures.set(id, found);
    return found;
  };
  return {
    resources,
    requires,
    closure,
    isUpstream: (id, reader) => requires(reader).includes(id) || (id !== reader && closure(reader).has(id)),
  };
}

/**
 * The ids in an order in which each stands after all it requires; among equals the given order holds. Members of a
 * cycle come out in some order: the cycle has been reported.
 */
export function topologicalOrder(ids: Iterable<string>, graph: Graph): readonly string[] {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  for (const root of ids) {
    const stack = [root];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      if (state.has(id)) {
        stack.pop();
        if (state.get(id) === "open") order.push(id);
        state.set(id, "done");
        continue;
      }
      state.set(id, "open");
      for (const required of graph.requires(id).toReversed()) if (!state.has(required)) stack.push(required);
    }
  }
  return order;
}

function reach(id: string, requires: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const reached of seen) for (const next of requires(reached)) seen.add(next);
  return seen;
}
