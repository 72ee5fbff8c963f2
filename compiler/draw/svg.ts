import { type Layout, layOut, type Place } from "./layout.ts";
import { pictureOf } from "./pictures.ts";
import { entryLabel, type GraphNode, type GraphView, nodeLines, oneLine } from "./view.ts";

/** A box of the drawing: a way in or a resource. */
interface Shape {
  readonly kind: string;
  readonly lines: readonly string[];
  readonly above: readonly number[];
  /** Of those above, the ones that only offer it to a model as a tool. */
  readonly callers: readonly number[];
  readonly node: GraphNode | undefined;
}

const characterWidth = 7.25;
const lineHeight = 17;
const padding = 12;
/** Longer lines are cut; the whole text is in the title of the box. */
const longestLine = 36;

/** The graph as a drawing that needs nothing else: no script, no font, no style sheet. */
export function formatSvg(view: GraphView): string {
  const shapes = shapesOf(view);
  const boxes = shapes.map(({ lines, above }) => ({
    width: 2 * Math.ceil(Math.max(...lines.map((line) => textWidth(cut(line)))) / 2 + padding),
    height: lines.length * lineHeight + padding,
    above,
  }));
  const layout = layOut(boxes);
  const size = `width="${layout.width}" height="${layout.height}" viewBox="0 0 ${layout.width} ${layout.height}"`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title desc" font-family="monospace" font-size="12">`,
    `<title id="title">${escaped(view.name)}</title>`,
    `<desc id="desc">${escaped(description(view))}</desc>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#4b5563"/></marker></defs>',
    `<rect width="${layout.width}" height="${layout.height}" fill="#fff"/>`,
    ...layout.lines.map(
      ({ points, from, to }) =>
        `<path d="${curve(points)}" fill="none" stroke="#4b5563"${shapes[to]?.callers.includes(from) ? ' stroke-dasharray="2 3"' : ""} marker-end="url(#arrow)"/>`,
    ),
    ...shapes.map((shape, index) => drawn(shape, boxes[index] ?? { width: 0, height: 0 }, layout.places[index])),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

/** Ways in first, then resources, so that each comes after those above it. */
function shapesOf({ nodes, entries }: GraphView): readonly Shape[] {
  const numbers = new Map(nodes.map(({ id }, index) => [id, entries.length + index]));
  const doors = entries.map((entry) => ({
    kind: "entry",
    lines: [oneLine(entryLabel(entry))],
    above: [],
    callers: [],
    node: undefined,
  }));
  const resources = nodes.map((node) => {
    const from = entries.flatMap(({ resources: bound }, index) => (bound.includes(node.id) ? [index] : []));
    const required = node.requires.flatMap((id) => numbers.get(id) ?? []);
    const callers = nodes.flatMap(({ id, tools }) => (tools.includes(node.id) ? (numbers.get(id) ?? []) : []));
    const above = [...from, ...required, ...callers.filter((caller) => !required.includes(caller))];
    return { kind: node.kind, lines: nodeLines(node).map(oneLine), above, callers, node };
  });
  return [...doors, ...resources];
}

function drawn(
  { kind, lines, node }: Shape,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y }: Place = { x: 0, y: 0 },
): string {
  const { fill, stroke, square } = pictureOf(kind);
  const border = `stroke="${stroke}"${node?.isTarget ? ' stroke-width="3"' : ""}${node?.isOptional ? ' stroke-dasharray="6 4"' : ""}`;
  const round = kind === "entry" ? height / 2 : square ? 0 : 8;
  const top = y - height / 2;
  const first = top + padding / 2 + 12;
  const text = lines.map((line, index) => {
    const weight = index === 0 ? ' font-weight="bold"' : "";
    return `<text x="${x}" y="${first + index * lineHeight}" text-anchor="middle"${weight}>${escaped(cut(line))}</text>`;
  });
  const box = `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="${round}" fill="${fill}" ${border}/>`;
  return `<g><title>${escaped([...lines, ...marks(node)].join(", "))}</title>${box}${text.join("")}</g>`;
}

function marks(node: GraphNode | undefined): readonly string[] {
  return [...(node?.isTarget ? ["target"] : []), ...(node?.isOptional ? ["may be without a result"] : [])];
}

function description({ nodes, entries }: GraphView): string {
  const target = nodes.find(({ isTarget }) => isTarget);
  const edges = nodes.flatMap(({ id, requires }) => requires.map((required) => `${required} before ${id}`));
  const ways = entries.map((entry) => `${entryLabel(entry)} runs ${entry.resources.join(", ")}`);
  const calls = nodes.flatMap(({ id, tools }) => tools.map((tool) => `${id} may call ${tool}`));
  return [
    `${nodes.length} resources`,
    ...(target === undefined ? [] : [`target ${target.id}`]),
    ...ways,
    ...edges,
    ...calls,
  ].join("; ");
}

/** A line that leaves and arrives straight, smooth where it passes between boxes. */
function curve(points: Layout["lines"][number]["points"]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${x} ${y}`;
      const half = (before.y + y) / 2;
      return `C${before.x} ${half} ${x} ${half} ${x} ${y}`;
    })
    .join("");
}

function cut(line: string): string {
  const letters = [...line];
  return letters.length <= longestLine ? line : `${letters.slice(0, longestLine - 1).join("")}…`;
}

/** Letters of East Asia are twice as wide. */
function textWidth(line: string): number {
  return (
    [...line].reduce(
      (sum, letter) => sum + (/[\u1100-\u115f\u2e80-\uffdc\u{1f000}-\u{3ffff}]/u.test(letter) ? 2 : 1),
      0,
    ) * characterWidth
  );
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return oneLine(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
