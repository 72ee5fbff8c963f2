import { pictureOf, pictures } from "./pictures.ts";
import { entryLabel, type GraphNode, type GraphView, nodeLines, oneLine } from "./view.ts";

/** The graph as a Mermaid flowchart, which GitHub and many editors draw. */
export function formatMermaid({ name, nodes, entries }: GraphView): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `r${index}`]));
  const lines = [
    "---",
    `title: ${JSON.stringify(oneLine(name))}`,
    "---",
    "flowchart TD",
    ...entries.map((entry, index) => `  e${index}${inShape("entry", escaped(entryLabel(entry)))}`),
    ...nodes.map((node) => `  ${names.get(node.id)}${box(node)}`),
    ...entries.flatMap(({ resources }, index) => resources.map((id) => `  e${index} --> ${names.get(id)}`)),
    ...nodes.flatMap(({ id, requires }) => requires.map((required) => `  ${names.get(required)} --> ${names.get(id)}`)),
    ...nodes.flatMap(({ id, tools }) => tools.map((tool) => `  ${names.get(id)} -. tool .-> ${names.get(tool)}`)),
    ...classes(nodes, entries.length > 0),
    ...nodes.filter(({ isTarget }) => isTarget).map(({ id }) => `  style ${names.get(id)} stroke-width:4px`),
    ...nodes.filter(({ isOptional }) => isOptional).map(({ id }) => `  style ${names.get(id)} stroke-dasharray:6 4`),
  ];
  return `${lines.join("\n")}\n`;
}

function box(node: GraphNode): string {
  return inShape(node.kind, nodeLines(node).map(escaped).join("<br/>"));
}

function inShape(kind: string, text: string): string {
  const [open, close] = pictureOf(kind).mermaid;
  return `${open}"${text}"${close}:::${kind}`;
}

/** The kinds that are there, in the order of the table. */
function classes(nodes: readonly GraphNode[], hasEntries: boolean): readonly string[] {
  const used = new Set<string>([...nodes.map(({ kind }) => kind), ...(hasEntries ? ["entry"] : [])]);
  return [...pictures]
    .filter(([kind]) => used.has(kind))
    .map(([kind, { fill, stroke }]) => `  classDef ${kind} fill:${fill},stroke:${stroke},color:#000`);
}

/** Whatever means something to Mermaid, Markdown or HTML is written as its number. */
function escaped(text: string): string {
  return oneLine(text).replaceAll(/[^\p{L}\p{Nd} _./,:()-]/gu, (character) => `#${character.codePointAt(0)};`);
}
