import type { GraphView } from "./view.ts";

/** The graph for programs. */
export function formatGraphJson({ name, server, nodes, entries }: GraphView): string {
  const graph = {
    version: 1,
    name,
    server,
    target: nodes.find(({ isTarget }) => isTarget)?.id ?? null,
    nodes: nodes.map((node) => ({
      id: node.id,
      name: node.name ?? null,
      kind: node.kind,
      component: node.component ?? null,
      optional: node.isOptional,
      items: node.hasItems,
      requires: node.requires,
      tools: node.tools,
    })),
    routes: entries.map(({ method, path, resources }) => ({ method: method ?? null, path, resources })),
  };
  return `${JSON.stringify(graph, null, 2)}\n`;
}
