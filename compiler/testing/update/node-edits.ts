import { type TextStyle, yamlLine } from "../../6-ship/yaml-text.ts";
import type { Edit } from "../../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node, SequenceNode } from "../../nouns/node.ts";
import { span } from "../../nouns/source.ts";
import { asMap } from "../../tree/plain-data.ts";
import { removals } from "./removals.ts";
import { replacement } from "./replacement.ts";
import { type Collection, columnOf, contentEnd, endOfLine, isFlow } from "./written-place.ts";

/**
 * The changes that make a node hold this data; what stays the same keeps its text, with comments, quotes, lines and order.
 * `parent` is the map or list that the node stands in; new texts are quoted in `style`.
 */
export function nodeEdits(node: Node, data: unknown, parent: Collection, style: TextStyle): readonly Edit[] {
  // What an alias stands for is not this test's alone.
  if (node.span.start < parent.span.start || node.span.start > parent.span.end) return [];
  const map = asMap(data);
  if (node.kind === "map" && map !== undefined) {
    const kept = node.entries.filter(({ key }) => Object.hasOwn(map, key));
    if (kept.length > 0 && entriesAreHere(node)) return mapEdits({ node, kept }, map, style);
  } else if (node.kind === "sequence" && Array.isArray(data)) {
    if (node.items.length > 0 && data.length > 0 && itemsAreHere(node)) return listEdits(node, data, style);
  } else if (node.kind === "scalar" && node.value === data) return [];
  return [replacement(node, data, parent, style)];
}

function mapEdits(
  { node, kept }: { readonly node: MapNode; readonly kept: readonly MapEntry[] },
  data: Readonly<Record<string, unknown>>,
  style: TextStyle,
): readonly Edit[] {
  const parts = node.entries.map((entry) => ({
    start: entry.keySpan.start,
    end: contentEnd(entry.value),
    isKept: kept.includes(entry),
  }));
  const known = new Set(node.entries.map(({ key }) => key));
  const added = Object.entries(data).filter(([key]) => !known.has(key));
  return [
    ...kept.flatMap(({ key, value }) => nodeEdits(value, data[key], node, style)),
    ...removals(node, parts),
    // Without the braces of the map that holds it.
    ...additions(
      node,
      parts,
      added.map(([key, value]) => yamlLine({ [key]: value }, style).slice(2, -2)),
    ),
  ];
}

function listEdits(node: SequenceNode, data: readonly unknown[], style: TextStyle): readonly Edit[] {
  const parts = node.items.map((item, index) => ({
    start: item.span.start,
    end: contentEnd(item),
    isKept: index < data.length,
  }));
  const dash = isFlow(node) ? "" : "- ";
  const added = data.slice(node.items.length).map((value) => dash + yamlLine(value, style));
  return [
    ...node.items.slice(0, data.length).flatMap((item, index) => nodeEdits(item, data[index], node, style)),
    ...removals(node, parts),
    ...additions(node, parts, added),
  ];
}

/** Texts behind the last part that stays. */
function additions(
  node: Collection,
  parts: readonly { readonly end: number; readonly isKept: boolean }[],
  texts: readonly string[],
): readonly Edit[] {
  const last = parts.findLast(({ isKept }) => isKept);
  if (texts.length === 0 || last === undefined) return [];
  const { source } = node.span;
  const before = isFlow(node) ? ", " : `\n${" ".repeat(columnOf(node))}`;
  const at = isFlow(node) ? last.end : endOfLine(source, last.end);
  return [{ span: span(source, at, at), text: texts.map((text) => before + text).join("") }];
}

/** False where aliases or merges bring in what is written elsewhere: the whole is then written anew. */
function entriesAreHere({ span: { start, end }, entries }: MapNode): boolean {
  return entries.every(
    ({ keySpan, value }) => keySpan.start >= start && value.span.start >= keySpan.end && value.span.end <= end,
  );
}

function itemsAreHere({ span: { start, end }, items }: SequenceNode): boolean {
  return items.every(({ span: at }, index) => at.start >= (items[index - 1]?.span.end ?? start) && at.end <= end);
}
