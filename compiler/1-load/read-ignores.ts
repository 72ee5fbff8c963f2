import { Lexer } from "yaml";
import type { Ignore } from "../ignore.ts";
import { type Source, span } from "../source.ts";
import type { Located, Node } from "../syntax.ts";

const marker = /^#+[ \t]*flowc-ignore(?![\w-])[: \t]*/;

/**
 * The `# flowc-ignore` comments of a source. One is about the first line below that is no comment, and about the whole
 * of a text that starts on that line: nothing inside a block of text can have a comment above it.
 */
export function readIgnores(source: Source, documents: readonly Node[]): readonly Ignore[] {
  if (!source.text.includes("flowc-ignore")) return [];
  const comments = commentsOf(source.text).filter(({ text }) => marker.test(text));
  if (comments.length === 0) return [];
  const texts = longTexts(documents);
  return comments.map(({ start, text }) => {
    const { codes, reason } = readComment(source, start, text);
    const at = span(source, start, start + text.length);
    return { span: at, covers: coverage(source, at.start, texts), codes, reason };
  });
}

/** Comments with their offsets, as YAML's own rules tell them from `#` in texts. */
function commentsOf(text: string): readonly { readonly start: number; readonly text: string }[] {
  const comments: { start: number; text: string }[] = [];
  let offset = 0;
  let inScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (token === "\x02" || token === "\x18" || token === "\x1f") {
      inScalar = token === "\x1f";
      continue;
    }
    if (token.startsWith("#") && !inScalar) comments.push({ start: offset, text: token.trimEnd() });
    inScalar = false;
    offset += token.length;
  }
  return comments;
}

function readComment(source: Source, start: number, text: string): Pick<Ignore, "codes" | "reason"> {
  const head = marker.exec(text)?.[0].length ?? 0;
  const [list = "", ...rest] = text.slice(head).split(/(?<![^ \t,])--(?![^ \t])/);
  const reason = rest.join("--").trim();
  const codes: Located<string>[] = [];
  for (const { 0: code, index } of list.matchAll(/[^\s,](?:[^,]*[^\s,])?/g)) {
    const from = start + head + index;
    codes.push({ value: code, span: span(source, from, from + code.length) });
  }
  return { codes, reason: reason === "" ? undefined : reason };
}

function coverage(source: Source, comment: number, texts: readonly Range[]): Ignore["covers"] {
  const { text } = source;
  if (
    text
      .slice(text.lastIndexOf("\n", comment - 1) + 1, comment)
      .replace(/^\ufeff/, "")
      .trim() !== ""
  )
    return undefined;
  let start = lineAfter(text, comment);
  while (/^[ \t]*#/.test(text.slice(start, lineAfter(text, start))) && start < text.length)
    start = lineAfter(text, start);
  const lineEnd = lineAfter(text, start);
  const ends = texts.flatMap((range) => (range.start >= start && range.start < lineEnd ? [range.end] : []));
  return span(source, start, Math.max(start, lineEnd - 1, ...ends));
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where texts of more than one line stand. */
function longTexts(documents: readonly Node[]): readonly Range[] {
  const seen = new Set<Node>();
  const ranges: Range[] = [];
  const visit = (node: Node): void => {
    // An alias is the very node that its anchor names.
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "map") for (const { value } of node.entries) visit(value);
    else if (node.kind === "sequence") node.items.forEach(visit);
    else if (node.span.source.text.slice(node.span.start, node.span.end).includes("\n")) ranges.push(node.span);
  };
  documents.forEach(visit);
  return ranges;
}
