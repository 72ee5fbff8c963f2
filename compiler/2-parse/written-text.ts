import { type Source, span } from "../nouns/source.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";
import { hole, type WrittenText } from "../nouns/written-text.ts";
import { splitTemplate } from "./template.ts";

/** The text of a field with its places in the file; undefined where it is one template as a whole, or no text. */
export function writtenText(value: ValueSyntax): WrittenText | undefined {
  const node = value.kind === "literal" || value.kind === "template" ? value.node : undefined;
  if (node === undefined || typeof node.value !== "string") return undefined;
  const pieces =
    value.kind === "literal"
      ? [{ kind: "text" as const, start: 0, end: node.value.length }]
      : splitTemplate(node.value);
  const starts: number[] = [];
  let text = "";
  for (const piece of pieces) {
    const isText = piece.kind === "text";
    text += isText ? node.value.slice(piece.start, piece.end) : hole;
    // Of an expression the braces before it stand for all of it.
    for (let at = starts.length; at < text.length; at += 1)
      starts.push(isText ? piece.end - (text.length - at) : Math.max(0, piece.start - 2));
  }
  starts.push(node.value.length);
  return { text, spanOf: placed(node.span.source, (offset) => node.place(starts[Math.min(offset, text.length)] ?? 0)) };
}

/** The text of a file. */
export function textOfFile(source: Source): WrittenText {
  return { text: source.text, spanOf: placed(source, (offset) => offset) };
}

/** What ends behind a line end or a fold ends with its last character, not where the next line begins. */
function placed(source: Source, place: (offset: number) => number): WrittenText["spanOf"] {
  return (start, end) => span(source, place(start), end > start ? place(end - 1) + 1 : place(start));
}
