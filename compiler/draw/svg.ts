import { type DrawnBox, drawingOf, textSize } from "./drawing.ts";
import { pictureOf } from "./pictures.ts";
import { entryLabel, type GraphView, oneLine } from "./view.ts";

/** The graph as a drawing that needs nothing else: no script, no font, no style sheet. */
export function formatSvg(view: GraphView): string {
  const { width, height, boxes, lines } = drawingOf(view);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title desc" font-family="monospace" font-size="12">`,
    `<title id="title">${escaped(view.name)}</title>`,
    `<desc id="desc">${escaped(description(view))}</desc>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#4b5563"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...lines.map(
      ({ path, isTool }) =>
        `<path d="${path}" fill="none" stroke="#4b5563"${isTool ? ' stroke-dasharray="2 3"' : ""} marker-end="url(#arrow)"/>`,
    ),
    ...boxes.map(drawn),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

function drawn({ kind, lines, title, x, y, width, height, isTarget, isOptional }: DrawnBox): string {
  const { fill, stroke, square } = pictureOf(kind);
  const border = `stroke="${stroke}"${isTarget ? ' stroke-width="3"' : ""}${isOptional ? ' stroke-dasharray="6 4"' : ""}`;
  const round = kind === "entry" ? height / 2 : square ? 0 : 8;
  const top = y - height / 2;
  const first = top + textSize.padding / 2 + 12;
  const text = lines.map((line, index) => {
    const weight = index === 0 ? ' font-weight="bold"' : "";
    return `<text x="${x}" y="${first + index * textSize.lineHeight}" text-anchor="middle"${weight}>${escaped(line)}</text>`;
  });
  const box = `<rect x="${x - width / 2}" y="${top}" width="${width}" height="${height}" rx="${round}" fill="${fill}" ${border}/>`;
  return `<g><title>${escaped(title)}</title>${box}${text.join("")}</g>`;
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
