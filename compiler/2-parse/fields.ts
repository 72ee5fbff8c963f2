import type { MapNode, Node } from "../nouns/node.ts";
import type { Located } from "../nouns/source.ts";
import { span } from "../nouns/source.ts";

/** The value under `key` of a map node; undefined for other nodes and missing keys. */
export function field(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** The map under `key`. */
export function mapField(node: Node | undefined, key: string): MapNode | undefined {
  const value = field(node, key);
  return value?.kind === "map" ? value : undefined;
}

/** The text under `key`; numbers and bools as they are written. */
export function textField(node: Node | undefined, key: string): string | undefined {
  return locatedText(field(node, key))?.value;
}

/** The number under `key`. */
export function numberField(node: Node | undefined, key: string): number | undefined {
  const value = field(node, key);
  return value?.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}

/** The version under `key`, as it is written: it is not a number, 3.10 is not 3.1, though YAML takes it for that. */
export function versionField(node: Node | undefined, key: string): Located<string> | undefined {
  const value = field(node, key);
  if (value?.kind !== "scalar" || typeof value.value !== "number") return locatedText(value);
  return { value: value.span.source.text.slice(value.span.start, value.span.end), span: value.span };
}

/** A scalar's text with its position; undefined for nil and for what is not a scalar. */
export function locatedText(node: Node | undefined): Located<string> | undefined {
  if (node?.kind !== "scalar" || node.value === null) return undefined;
  return { value: String(node.value), span: node.span };
}

/** The texts of a list. */
export function textList(node: Node | undefined): readonly Located<string>[] {
  if (node?.kind !== "sequence") return [];
  return node.items.map(locatedText).filter((item) => item !== undefined);
}

/** The texts of a list, without what is a number or a bool to YAML. A text that should be a list, which is reported, is split. */
export function nameList(node: Node | undefined): readonly Located<string>[] {
  if (node?.kind === "scalar" && typeof node.value === "string") {
    const { source } = node.span;
    return [...node.value.matchAll(/[^\s,]+/g)].map(({ 0: value, index }) => ({
      value,
      span: span(source, node.place(index), node.place(index + value.length)),
    }));
  }
  if (node?.kind !== "sequence") return [];
  return node.items.flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" ? [{ value: item.value, span: item.span }] : [],
  );
}

/** A node that stands for a whole document in messages: its first key. */
export function headSpan(node: Node): Node["span"] {
  const first = node.kind === "map" ? node.entries[0]?.keySpan : undefined;
  return first ?? span(node.span.source, node.span.start, Math.min(node.span.start + 1, node.span.end));
}
