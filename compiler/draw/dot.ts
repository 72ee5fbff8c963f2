import { colors } from "./colors.ts";
import { entryLabel, type GraphNode, type GraphView, type NodeKind, nodeLines, oneLine } from "./view.ts";

const shapes: Readonly<Record<NodeKind, string>> = {
  exec: "box",
  chat: "ellipse",
  httpClient: "hexagon",
  python: "component",
  sql: "cylinder",
  component: "trapezium",
  apiResponse: "parallelogram",
  expression: "oval",
};

/** The graph in the language of Graphviz. */
export function formatDot({ name, nodes, entries }: GraphView): string {
  const lines = [
    `digraph ${quoted(name)} {`,
    "  rankdir=TB;",
    '  node [style=filled, fontname="sans-serif"];',
    ...entries.map(
      (entry, index) => `  "entry ${index}" [label=${quoted(entryLabel(entry))}, shape=cds, ${paint("entry")}];`,
    ),
    ...nodes.map((node) => `  ${quoted(node.id)} [${attributes(node)}];`),
    ...entries.flatMap(({ resources }, index) => resources.map((id) => `  "entry ${index}" -> ${quoted(id)};`)),
    ...nodes.flatMap(({ id, requires }) => requires.map((required) => `  ${quoted(required)} -> ${quoted(id)};`)),
    ...nodes.flatMap(({ id, tools }) =>
      tools.map((tool) => `  ${quoted(id)} -> ${quoted(tool)} [style=dashed, label=tool];`),
    ),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function attributes(node: GraphNode): string {
  const label = nodeLines(node).map(inner).join("\\n");
  const parts = [`label="${label}"`, `shape=${shapes[node.kind]}`, paint(node.kind)];
  if (node.isTarget) parts.push("penwidth=3");
  if (node.isOptional) parts.push('style="filled,dashed"');
  return parts.join(", ");
}

function paint(kind: keyof typeof colors): string {
  const { fill, stroke } = colors[kind];
  return `fillcolor="${fill}", color="${stroke}"`;
}

function quoted(text: string): string {
  return `"${inner(text)}"`;
}

/** In quotes Graphviz knows `\"` and, in labels, escapes such as `\n` and `\N`. */
function inner(text: string): string {
  return oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
