import { Lexer } from "yaml";
import type { Ignore } from "../nouns/ignore.ts";
import type { Node } from "../nouns/node.ts";
import type { Located } from "../nouns/source.ts";
import { type Source, type Span, span } from "../nouns/source.ts";

const marker = /^#+[ \t]*flowc-ignore(?![\w-])[: \t]*/;

/**
 * The `# flowc-ignore` comments of a source. One is about the first line below that is not a comment, and about the whole
 * of a text that starts on that line: nothing inside a block of text can have a comment above it.
 */
export function readIgnores(source: Source, documents: readonly Node[]): readonly Ignore[] {
  if (!source.text.includes("flowc-ignore")) return [];
  const comments = commentsOf(source.text).filter(({ text }) => marker.test(text));
  if (comments.length === 0) return [];
  const coverage = new Coverage(source, documents);
  // From the last to the first: of comments below each other, each then knows where the next one leads.
  const ignores = comments.toReversed().map(({ start, text }) => {
    const at = span(source, start, start + text.length);
    return { span: at, covers: coverage.below(at.start), ...readComment(source, start, text) };
  });
  return ignores.reverse();
}

/** Comments with their offsets, as YAML's own rules distinguish them from `#` in texts. */
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

/** Finds what comments stand above. */
class Coverage {
  readonly #source: Source;
  /** Where texts of more than one line end, by the start of the line that they start on. */
  readonly #longTexts = new Map<number, number>();
  /** Where lines of comments lead, by their start. */
  readonly #below = new Map<number, number>();

  constructor(source: Source, documents: readonly Node[]) {
    this.#source = source;
    const seen = new Set<Node>();
    for (const document of documents) this.#visit(document, seen);
  }

  /** What the comment at an offset stands above; undefined where it stands behind a value. */
  below(comment: number): Span | undefined {
    const { text } = this.#source;
    const line = lineStart(text, comment);
    if (
      text
        .slice(line, comment)
        .replace(/^\ufeff/, "")
        .trim() !== ""
    )
      return undefined;
    let start = lineAfter(text, comment);
    while (start < text.length && !this.#below.has(start) && isComment(text, start)) start = lineAfter(text, start);
    start = this.#below.get(start) ?? start;
    this.#below.set(line, start);
    return span(this.#source, start, Math.max(lineAfter(text, start), this.#longTexts.get(start) ?? 0));
  }

  #visit(node: Node, seen: Set<Node>): void {
    // An alias is the very node that its anchor names.
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "map") for (const { value } of node.entries) this.#visit(value, seen);
    else if (node.kind === "sequence") for (const item of node.items) this.#visit(item, seen);
    else if (lineAfter(this.#source.text, node.span.start) < node.span.end)
      this.#longTexts.set(lineStart(this.#source.text, node.span.start), node.span.end);
  }
}

function isComment(text: string, start: number): boolean {
  return /^[ \t]*#/.test(text.slice(start, lineAfter(text, start)));
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}
