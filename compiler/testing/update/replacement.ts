import { blockText, type TextStyle, yamlLine, yamlLines } from "../../6-ship/yaml-text.ts";
import type { Edit } from "../../nouns/diagnostic.ts";
import type { Node } from "../../nouns/node.ts";
import { span } from "../../nouns/source.ts";
import { type Collection, columnOf, contentEnd, isFlow, valueStart } from "./written-place.ts";

/** So long may what is written on one line in the place of text be. */
const longestLine = 100;

/** Puts data in the place of a node, in the node's own style where that can hold it. */
export function replacement(node: Node, data: unknown, parent: Collection, style: TextStyle): Edit {
  const { source, start } = node.span;
  const end = contentEnd(node);
  const indent = columnOf(parent) + 2;
  if (!isFlow(parent) && typeof data === "string" && isBlockText(node) && data.includes("\n"))
    return { span: span(source, start, end), text: blockText(data, indent) };
  const line = yamlLine(data, quotesOf(node) ?? style);
  const isLong = line.length > longestLine && node.kind === "scalar" && !isFlow(parent);
  const from = valueStart(node);
  if (isBlock(node) || isLong) {
    if (typeof data === "object" && data !== null && Object.keys(data).length > 0) {
      const lines = yamlLines(data, style).map((text) => (text === "" ? "" : " ".repeat(indent) + text));
      return { span: span(source, from, end), text: `\n${lines.join("\n")}` };
    }
    return { span: span(source, from, end), text: ` ${line}` };
  }
  return from < start || start === end
    ? { span: span(source, from, end), text: ` ${line}` }
    : { span: span(source, start, end), text: line };
}

/** A map or a list in lines. */
function isBlock(node: Node): boolean {
  return node.kind !== "scalar" && !isFlow(node);
}

function isBlockText({ kind, span: { source, start } }: Node): boolean {
  return kind === "scalar" && /[|>]/.test(source.text[start] ?? "");
}

/** The style of a text, as far as it is in quotes. */
function quotesOf({ kind, span: { source, start } }: Node): TextStyle | undefined {
  if (kind !== "scalar") return undefined;
  const first = source.text[start];
  return first === '"' ? "QUOTE_DOUBLE" : first === "'" ? "QUOTE_SINGLE" : undefined;
}
