import { FoundMistake } from "../../script-mistake.ts";
import { type Scan, wordEnd } from "./scan-word.ts";

/** A token of the shell. */
export interface Token {
  readonly kind: "word" | "operator" | "newline" | "end";
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A here-document whose lines come with the next line. */
interface Pending {
  /** The word that ends it. */
  readonly word: Token;
  /** True where tabs may stand before that. */
  readonly tabs: boolean;
}

const operator = /(?:&&|\|\||;;&|;;|;&|\|&|<<<|<<-|<<|<&|<>|>>|>&|>\||&>>|&>|[;&|<>()])/y;
const blanks = /(?:[ \t\r]|\\\n)+/y;

/** Reads a stretch of a script token by token. Comments and the lines of here-documents are left out. */
export class Tokenizer {
  readonly #scan: Scan;
  #at: number;
  #next: Token | undefined;
  #pending: Pending[] = [];

  constructor(scan: Scan, start: number) {
    this.#scan = scan;
    this.#at = start;
  }

  /** The token that comes next. */
  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  /** The same, and goes on behind it. */
  next(): Token {
    const token = this.peek();
    this.#next = undefined;
    this.#at = token.end;
    if (token.kind === "newline") this.#skipDocuments();
    return token;
  }

  /** Goes on at an offset, which is not before the next token. */
  skipTo(offset: number): void {
    this.#next = undefined;
    this.#at = offset;
  }

  /** Takes the word that ends a here-document. */
  awaitDocument(word: Token, tabs: boolean): void {
    this.#pending.push({ word, tabs });
  }

  #read(): Token {
    const { text, limit } = this.#scan;
    const start = this.#behindBlanks();
    if (start >= limit) return { kind: "end", text: "", start: limit, end: limit };
    if (text.charAt(start) === "\n") return { kind: "newline", text: "\n", start, end: start + 1 };
    const end = wordEnd(start, this.#scan);
    if (end > start) return { kind: "word", text: text.slice(start, end), start, end };
    operator.lastIndex = start;
    const found = operator.exec(text)?.[0] ?? text.charAt(start);
    return { kind: "operator", text: found, start, end: start + found.length };
  }

  #behindBlanks(): number {
    const { text, limit } = this.#scan;
    blanks.lastIndex = this.#at;
    const at = blanks.test(text) ? blanks.lastIndex : this.#at;
    if (text.charAt(at) !== "#" || at >= limit) return Math.min(at, limit);
    const end = text.indexOf("\n", at);
    return end === -1 ? limit : Math.min(end, limit);
  }

  #skipDocuments(): void {
    for (const pending of this.#pending) this.#at = this.#endOfDocument(pending);
    this.#pending = [];
  }

  #endOfDocument({ word, tabs }: Pending): number {
    const { text, limit } = this.#scan;
    const last = word.text.replaceAll(/'([^']*)'|"([^"]*)"|\\([\s\S])/g, "$1$2$3");
    for (let line = this.#at; line < limit; ) {
      const next = text.indexOf("\n", line);
      const end = next === -1 ? limit : Math.min(next, limit);
      const content = text.slice(line, end);
      if ((tabs ? content.replace(/^\t+/, "") : content) === last) return Math.min(end + 1, limit);
      line = end + 1;
    }
    const message = `the here-document is never closed: no line is ${last} alone`;
    const help = "the line that ends it has no blanks before or after the word";
    throw new FoundMistake({ start: word.start, end: word.end, message, help, isWarning: true });
  }
}
