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

/** Builds the graph. A question about a far relation costs time linear in the edges above the reader. */
export function buildGraph(all: readonly ResourceSyntax[]): Graph {
  const resources = new Map<string, ResourceSyntax>();
  for (const resource of all) if (!resources.has(resource.id)) resources.set(resource.id, resource);
  const edges = new Map<string, readonly string[]>();
  for (const [id, resource] of resources) {
    const known = resource.requires.map(({ value }) => value).filter((required) => resources.has(required));
    edges.set(id, [...new Set(known)]);
  }
  const requires = (id: string) => edges.get(id) ?? [];
  const closure = (id: string) => reach(id, requires);
  // Reads come reader by reader, so that the last closure is all that is worth keeping.
  let last: { readonly id: string; readonly closure: ReadonlySet<string> } | undefined;
  const lastClosure = (id: string): ReadonlySet<string> => {
    if (last?.id !== id) last = { id, closure: closure(id) };
    return last.closure;
  };
  return {
    resources,
    requires,
    closure,
    isUpstream: (id, reader) => requires(reader).includes(id) || (id !== reader && lastClosure(reader).has(id)),
  };
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

function reach(id: string, requires: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const reached of seen) for (const next of requires(reached)) seen.add(next);
  return seen;
}
