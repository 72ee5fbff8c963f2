import type { Read } from "./escape.ts";
import { PatternProblem } from "./problem.ts";
import { childrenOf, type Node } from "./tree.ts";

/** How often the item before may follow itself. */
export interface Repeat {
  readonly min: number;
  readonly max: number;
}

/** The limit of Go and RE2 for counts, also for those inside each other together. */
export const maxCount = 1000;

/** The repetition at `at` with the `?` that makes it lazy; undefined for a brace that stands for itself. */
export function readRepeat(source: string, at: number): Read<Repeat> | undefined {
  const found = /^(?:[*+?]|\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\})\??/.exec(source.slice(at));
  if (!found) return undefined;
  const [text, first, comma, second] = found;
  const value = first === undefined ? simple(text[0] ?? "") : counted(first, comma, second);
  if (value.min > maxCount || (value.max > maxCount && value.max !== Number.POSITIVE_INFINITY))
    throw new PatternProblem(`"${text}" repeats more than ${maxCount} times`, at);
  if (value.min > value.max) throw new PatternProblem(`"${text}" has its limits in the wrong order`, at);
  return { value, end: at + text.length };
}

/** True where no character can be asked for more than `limit` times by counts inside each other. */
export function withinLimit(node: Node, limit: number): boolean {
  if (node.kind !== "repeat") return childrenOf(node).every((child) => withinLimit(child, limit));
  if (node.max === 0) return true;
  // `*`, `+` and `?` do not count; `{n,}` counts as n.
  const count = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
  return count <= limit && withinLimit(node.item, count > 1 ? Math.floor(limit / count) : limit);
}

function simple(sign: string): Repeat {
  return { min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Number.POSITIVE_INFINITY };
}

function counted(first: string, comma: string | undefined, second: string | undefined): Repeat {
  const min = Number(first);
  if (!comma) return { min, max: min };
  return { min, max: second === undefined ? Number.POSITIVE_INFINITY : Number(second) };
}
