import { type Layout, layOut } from "./layout.ts";
import { entryLabel, type GraphNode, type GraphView, nodeLines, oneLine } from "./view.ts";

/** A graph with a place for everything, before any format. Coordinates are pixels from the upper left corner. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Ways in first, then resources, so that each comes after those above it. */
  readonly boxes: readonly DrawnBox[];
  readonly lines: readonly DrawnLine[];
}

/** A way in or a resource. */
export interface DrawnBox {
  /** Of a resource. */
  readonly id: string | undefined;
  /** As a picture is called: `exec`, `entry`, … */
  readonly kind: string;
  /** What stands in it, cut where it is long. */
  readonly lines: readonly string[];
  /** All of it. */
  readonly title: string;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isTarget: boolean;
  readonly isOptional: boolean;
}

/** What leads from one box to another, by their numbers. */
export interface DrawnLine {
  readonly from: number;
  readonly to: number;
  /** As the `d` of a path in SVG. */
  readonly path: string;
  /** True where the one only offers the other to a model as a tool. */
  readonly isTool: boolean;
}

interface Shape {
  readonly kind: string;
  readonly lines: readonly string[];
  readonly above: readonly number[];
  /** Of those above, the ones that only offer it to a model as a tool. */
  readonly callers: readonly number[];
  readonly node: GraphNode | undefined;
}

const characterWidth = 7.25;
/** Longer lines are cut; the whole text is in the title of the box. */
const longestLine = 36;

/** Height of a line of text, and the space around the lines of a box, in pixels. */
export const textSize = { lineHeight: 17, padding: 12 } as const;

/** Gives every box and every line of a graph its place. */
export function drawingOf(view: GraphView): Drawing {
  const { lineHeight, padding } = textSize;
  const shapes = shapesOf(view);
  const sizes = shapes.map(({ lines, above }) => ({
    width: 2 * Math.ceil(Math.max(...lines.map((line) => textWidth(cut(line)))) / 2 + padding),
    height: lines.length * lineHeight + padding,
    above,
  }));
  const { width, height, places, lines } = layOut(sizes);
  return {
    width,
    height,
    boxes: shapes.map((shape, index) => ({
      id: shape.node?.id,
      kind: shape.kind,
      lines: shape.lines.map(cut),
      title: [...shape.lines, ...marks(shape.node)].join(", "),
      x: places[index]?.x ?? 0,
      y: places[index]?.y ?? 0,
      width: sizes[index]?.width ?? 0,
      height: sizes[index]?.height ?? 0,
      isTarget: shape.node?.isTarget ?? false,
      isOptional: shape.node?.isOptional ?? false,
    })),
    lines: lines.map(({ from, to, points }) => ({
      from,
      to,
      path: curve(points),
      isTool: shapes[to]?.callers.includes(from) ?? false,
    })),
  };
}

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

function marks(node: GraphNode | undefined): readonly string[] {
  return [...(node?.isTarget ? ["target"] : []), ...(node?.isOptional ? ["may be without a result"] : [])];
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
