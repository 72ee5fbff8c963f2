import { pictureOf } from "./pictures.ts";
import { entryLabel, type GraphNode, type GraphView, nodeLines, oneLine } from "./view.ts";

/** The graph in the language of Graphviz. */
export function formatDot({ name, nodes, entries }: GraphView): string {
  const lines = [
    `digraph ${quoted(name)} {`,
    "  rankdir=TB;",
    '  node [style=filled, fontname="sans-serif"];',
    ...entries.map(
      (entry, index) =>
        `  "entry ${index}" [label=${quoted(entryLabel(entry))}, shape=${pictureOf("entry").dot}, ${paint("entry")}];`,
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
  const parts = [`label="${label}"`, `shape=${pictureOf(node.kind).dot}`, paint(node.kind)];
  if (node.isTarget) parts.push("penwidth=3");
  if (node.isOptional) parts.push('style="filled,dashed"');
  return parts.join(", ");
}

function paint(kind: string): string {
  const { fill, stroke } = pictureOf(kind);
  return `fillcolor="${fill}", color="${stroke}"`;
}

function quoted(text: string): string {
  return `"${inner(text)}"`;
}

/** In quotes Graphviz knows `\"` and, in labels, escapes such as `\n` and `\N`. */
function inner(text: string): string {
  return oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
