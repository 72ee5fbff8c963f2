import type { MapNode, Node, SequenceNode } from "../../nouns/node.ts";
import type { Source } from "../../nouns/source.ts";

/** A map or a list. */
export type Collection = MapNode | SequenceNode;

/** True for a map in braces and a list in brackets. */
export function isFlow({ span: { source, start } }: Collection): boolean {
  return /[[{]/.test(source.text[start] ?? "");
}

/** How far from the beginning of its line a node begins. */
export function columnOf({ span: { source, start } }: Node): number {
  return start - startOfLine(source, start);
}

/** The offset at which the line begins. */
export function startOfLine({ text }: Source, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The offset at which the line ends. */
export function endOfLine({ text }: Source, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : text[end - 1] === "\r" ? end - 1 : end;
}

/** Where what a node holds ends: the comments and empty lines below a block do not belong to it. */
export function contentEnd(node: Node): number {
  const { source, start, end } = node.span;
  const last = node.kind === "scalar" || isFlow(node) ? undefined : lastIn(node);
  if (last !== undefined && last.span.start >= start && last.span.end <= end) return contentEnd(last);
  if (start === end) return afterColon(source, start);
  return start + source.text.slice(start, end).trimEnd().length;
}

function lastIn(node: Collection): Node | undefined {
  return node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
}

/** Where text for a node's place begins: behind the colon or the dash, where nothing but space stands between. */
export function valueStart({ span: { source, start, end } }: Node): number {
  if (start === end) return afterColon(source, start);
  const before = source.text.slice(0, start).trimEnd();
  return /[:-]$/.test(before) ? before.length : start;
}

/** A value that is not written stands at the end of its key. */
function afterColon({ text }: Source, offset: number): number {
  return text[offset] === ":" ? offset + 1 : offset;
}
