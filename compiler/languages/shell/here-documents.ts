import { nodesIn, type ReadTree, type SyntaxNode } from "../syntax-node.ts";
import type { HereDocument } from "./here-document.ts";

/** A script without the lines of its here-documents. */
export interface WithoutDocuments {
  /** The script's tree, in which each `<<` is a plain `<`. */
  readonly root: SyntaxNode;
  readonly documents: readonly HereDocument[];
  /** Offsets of `<<<` that stand as a plain `<` in the tree. */
  readonly hereStrings: ReadonlySet<number>;
}

/** More of them than this are left as the parser reads them. */
const most = 200;

/**
 * Reads a script with its here-documents taken out: the parser knows one for each line at most, and ends it at the first
 * line that only begins with the delimiter. Blanks take their places, so that offsets stay. Those that are not `known`, as
 * in a script with a mistake, are looked for in the tree, one after the other.
 */
export function withoutDocuments(text: string, known: readonly HereDocument[], read: ReadTree): WithoutDocuments {
  const documents = [...known];
  const hereStrings = new Set<number>();
  let masked = known.reduce(withoutDocument, text);
  let root = read(masked);
  while (documents.length + hereStrings.size < most) {
    const operator = nextOperator(root, masked);
    if (operator === undefined) break;
    if (masked.startsWith("<<<", operator)) {
      hereStrings.add(operator);
      masked = replaced(masked, operator + 1, operator + 3, "  ");
    } else {
      const document = documentAt(text, operator, documents);
      if (document === undefined) break;
      documents.push(document);
      masked = withoutDocument(masked, document);
    }
    root = read(masked);
  }
  return { root, documents, hereStrings };
}

/** The first `<<` of a here-document, or the first `<<<` that the parser has failed to read. */
function nextOperator(root: SyntaxNode, text: string): number | undefined {
  for (const node of nodesIn(root)) {
    if (node.type === "heredoc_redirect") return text.indexOf("<<", node.start);
    if (node.type === "ERROR" && text.startsWith("<<<", node.start)) return node.start;
    if (node.type === "ERROR" && node.end - node.start < 4 && /^<<(?!<)/.test(text.slice(node.start)))
      return node.start;
  }
  return undefined;
}

const delimiterWord = /^<<(-?)([ \t]*)((?:'[^']*'|"[^"]*"|\\[^\n]|[^\s;&|<>()'"\\])+)/;

function documentAt(text: string, operator: number, earlier: readonly HereDocument[]): HereDocument | undefined {
  const found = delimiterWord.exec(text.slice(operator, operator + 1000));
  if (found === null) return undefined;
  const [whole, dash = "", , word = ""] = found;
  const delimiter = { start: operator + whole.length - word.length, end: operator + whole.length };
  const start = startOfLines(text, delimiter.end, earlier);
  const last = word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3");
  const quoted = last !== word;
  const { end, isClosed } = endOfLines(text, { start, last, tabs: dash !== "" });
  return { operator, delimiter, quoted, start, end, isClosed };
}

/** Behind the line that goes on at `offset`, and behind the here-documents that begin there. */
function startOfLines(text: string, offset: number, earlier: readonly HereDocument[]): number {
  let end = text.indexOf("\n", offset);
  while (end !== -1 && /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(offset, end))) end = text.indexOf("\n", end + 1);
  let start = end === -1 ? text.length : end + 1;
  for (const document of earlier) {
    if (document.start !== start) continue;
    const next = text.indexOf("\n", document.end);
    start = next === -1 || !document.isClosed ? text.length : next + 1;
  }
  return start;
}

interface Lines {
  readonly start: number;
  /** The line that ends them. */
  readonly last: string;
  /** True where tabs may stand before it. */
  readonly tabs: boolean;
}

function endOfLines(text: string, { start, last, tabs }: Lines): Pick<HereDocument, "end" | "isClosed"> {
  for (let line = start; line < text.length; ) {
    const next = text.indexOf("\n", line);
    const end = next === -1 ? text.length : next;
    const content = text.slice(line, end);
    if ((tabs ? content.replace(/^\t+/, "") : content) === last) return { end: line, isClosed: true };
    line = end + 1;
  }
  return { end: text.length, isClosed: false };
}

function withoutDocument(text: string, { operator, delimiter, start, end, isClosed }: HereDocument): string {
  const next = isClosed ? text.indexOf("\n", end) : -1;
  const behind = next === -1 ? text.length : next;
  const plain = replaced(text, operator + 1, delimiter.start, " ".repeat(delimiter.start - operator - 1));
  return replaced(plain, start, behind, plain.slice(start, behind).replaceAll(/[^\n]/g, " "));
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
