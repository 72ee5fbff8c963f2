import { FoundMistake } from "../../script-mistake.ts";
import { type Block, strayTerminator } from "./blocks.ts";
import { compounds, readArithmetic, readBody, readSubshell } from "./compound.ts";
import { endsCommands, isRedirection, isTerminator, type Reader, skipNewlines, unexpected } from "./reader.ts";
import type { Scan } from "./scan-word.ts";
import { checkTest } from "./test-command.ts";
import { type Token, Tokenizer } from "./tokenizer.ts";

/**
 * Reads one stretch of a script by the grammar of the shell (POSIX.1-2024, section 2.10, with what bash adds). It makes no
 * tree, and ends at the first mistake by a `FoundMistake`.
 */
export class Grammar implements Reader {
  readonly tokens: Tokenizer;
  readonly scan: Scan;
  readonly blocks: Block[] = [];
  readonly arguments: Token[] = [];

  constructor(scan: Scan, start: number) {
    this.scan = scan;
    this.tokens = new Tokenizer(scan, start);
  }

  /** A whole script. */
  program(): void {
    this.list();
    const found = this.tokens.peek();
    if (found.kind !== "end") strayTerminator(found);
  }

  /** Commands up to the `)` behind them: its offset, or the limit where there is none. */
  substituted(): number {
    this.list();
    const found = this.tokens.peek();
    if (found.kind !== "end" && found.text !== ")") strayTerminator(found);
    return found.start;
  }

  /** The words of a list up to the `)` behind them: its offset, or the limit where there is none. */
  listOfWords(): number {
    for (;;) {
      const token = this.tokens.peek();
      if (token.kind === "end" || token.text === ")") return token.start;
      this.tokens.next();
    }
  }

  readonly list = (): number => {
    for (let count = 0; ; count += 1) {
      skipNewlines(this);
      const first = this.tokens.peek();
      if (first.kind === "end" || isTerminator(first)) return count;
      this.#andOr();
      const { text, kind } = this.tokens.peek();
      if (kind !== "operator" || (text !== ";" && text !== "&")) continue;
      this.tokens.next();
      const next = this.tokens.peek();
      if (next.text === ";" || next.text === "&") nothingBefore(next);
    }
  };

  #andOr(): void {
    this.#pipeline();
    while (isOperator(this.tokens.peek(), "&&", "||")) this.#behind(this.tokens.next(), () => this.#pipeline());
  }

  #pipeline(): void {
    while (this.tokens.peek().text === "!") this.tokens.next();
    this.command();
    while (isOperator(this.tokens.peek(), "|", "|&")) this.#behind(this.tokens.next(), this.command);
  }

  #behind(operator: Token, read: () => void): void {
    skipNewlines(this);
    const { start, end, text } = operator;
    const next = this.tokens.peek();
    if (isOperator(next, "|", "|&", "&&", "||")) nothingBefore(next);
    if (endsCommands(next))
      throw new FoundMistake({ start, end, message: `no command stands behind \`${text}\``, isBlock: true });
    read();
  }

  readonly command = (): void => this.scan.openers.deeper(() => this.#command());

  #command(): void {
    const first = this.tokens.peek();
    const read = first.kind === "word" ? compounds.get(first.text) : undefined;
    if (isPrefix(first)) this.#prefixed();
    else if (read === undefined && first.text !== "(") this.#simple();
    else {
      if (read !== undefined) read(this);
      else if (!readArithmetic(this)) readSubshell(this);
      this.#afterCompound();
    }
  }

  /** `time -p …`, `coproc NAME …`. */
  #prefixed(): void {
    const prefix = this.tokens.next();
    const next = this.tokens.peek();
    const isOption = prefix.text === "time" ? next.text === "-p" : next.kind === "word" && !compounds.has(next.text);
    if (isOption) this.tokens.next();
    if (this.tokens.peek().kind !== "newline" && !endsCommands(this.tokens.peek())) this.command();
  }

  #afterCompound(): void {
    const { tokens, scan } = this;
    const closer = scan.text.slice(0, tokens.peek().start).trimEnd();
    for (let next = tokens.peek(); this.#isRedirection(next); next = tokens.peek()) this.#redirection();
    const next = tokens.peek();
    const isWord = next.kind === "word" && !isTerminator(next);
    if (isWord || next.text === "(") unexpected(next, `behind \`${/\S+$/.exec(closer)?.[0] ?? ""}\``);
  }

  /** `>`, or the number before it. */
  #isRedirection(token: Token): boolean {
    const isNumber = token.kind === "word" && /^(?:\d+|\{\w+\})$/.test(token.text);
    return isRedirection(token) || (isNumber && /[<>]/.test(this.scan.text.charAt(token.end)));
  }

  #simple(): void {
    const { tokens } = this;
    const first = tokens.peek();
    if (endsCommands(first)) nothingBefore(first);
    const words: Token[] = [];
    for (let next = first; isRedirection(next) || next.kind === "word"; next = tokens.peek()) {
      if (next.kind === "word") words.push(tokens.next());
      else this.#redirection();
    }
    const [name, ...given] = words;
    if (tokens.peek().text === "(") {
      if (name === undefined || given.length > 0) unexpected(tokens.peek(), "here", "quote it: '('");
      this.#function(name);
      return;
    }
    this.arguments.push(...given);
    if (name !== undefined && strangeWords.has(name.text)) this.blocks.at(-1)?.strange.push(name);
    checkTest(words);
  }

  #redirection(): void {
    const { tokens } = this;
    const before = tokens.next();
    const operator = isRedirection(before) ? before : tokens.next();
    const { start, end, text } = operator;
    const isDocument = /^<<-?$/.test(text);
    const target = tokens.peek();
    if (target.kind !== "word")
      throw new FoundMistake({ start, end, message: `no ${isDocument ? "word" : "file"} stands behind \`${text}\`` });
    tokens.next();
    if (isDocument) tokens.awaitDocument(target, text === "<<-");
  }

  #function(name: Token): void {
    const { tokens } = this;
    const open = tokens.next();
    const isCalled = name.end === open.start;
    const help = isCalled
      ? `write ${name.text}() { … } for a function, which finds its arguments in $1, $2, …`
      : "quote it: '('";
    if (tokens.peek().text !== ")") unexpected(open, "here", help);
    tokens.next();
    readBody(this, name);
  }
}

/** Words that end blocks in other languages. */
const strangeWords = new Set([
  "end",
  "endif",
  "elseif",
  "elsif",
  "endfor",
  "endwhile",
  "endcase",
  "od",
  "next",
  "wend",
]);

function isOperator({ kind, text }: Token, ...texts: readonly string[]): boolean {
  return kind === "operator" && texts.includes(text);
}

function isPrefix({ kind, text }: Token): boolean {
  return kind === "word" && (text === "time" || text === "coproc");
}

function nothingBefore(token: Token): never {
  const { text, start, end } = token;
  if (isTerminator(token)) strayTerminator(token);
  throw new FoundMistake({ start, end, message: `no command stands before \`${text}\`` });
}
