import { FoundMistake } from "../../script-mistake.ts";
import { type Block, notClosed } from "./blocks.ts";
import { readCase } from "./case-clause.ts";
import { endsCommands, expectWord, type Reader, skipNewlines, standsAlone, unexpected } from "./reader.ts";
import { arithmeticEnd, wordEnd } from "./scan-word.ts";
import type { Token } from "./tokenizer.ts";

/** Reads the command that begins with one of the shell's own words; the reader stands before that. */
export const compounds: ReadonlyMap<string, (reader: Reader) => void> = new Map([
  ["if", readIf],
  ["while", readWhile],
  ["until", readWhile],
  ["for", readFor],
  ["select", readFor],
  ["case", readCase],
  ["{", (reader) => readGroup(reader, "}")],
  ["[[", readTest],
  ["function", readFunction],
]);

/** `(…)`. */
export function readSubshell(reader: Reader): void {
  readGroup(reader, ")");
}

/** `((…))`; false where it is not arithmetic. */
export function readArithmetic({ tokens, scan }: Reader): boolean {
  const { start } = tokens.peek();
  const end = scan.text.startsWith("((", start) ? arithmeticEnd(start, 2, scan) : undefined;
  if (end !== undefined) tokens.skipTo(end);
  return end !== undefined;
}

/** What stands behind the parentheses of a function, or behind its name. */
export function readBody(reader: Reader, name: Token): void {
  skipNewlines(reader);
  if (endsCommands(reader.tokens.peek())) {
    const { start, end, text } = name;
    throw new FoundMistake({ start, end, message: `the function \`${text}\` has no body`, isBlock: true });
  }
  reader.command();
}

function readIf(reader: Reader): void {
  const { tokens } = reader;
  const token = tokens.next();
  inBlock(reader, { token, closer: "fi", strange: [] }, (block) => {
    readCondition(reader, token);
    for (let next = tokens.peek(); next.text === "elif"; next = tokens.peek()) readCondition(reader, tokens.next());
    if (tokens.peek().text !== "else") return;
    const elseToken = tokens.next();
    const next = tokens.peek();
    if (next.text === "if" && !reader.scan.text.slice(elseToken.end, next.start).includes("\n"))
      block.strange.push({ ...next, text: "else if" });
    readCommands(reader, elseToken);
  });
}

function readCondition(reader: Reader, token: Token): void {
  readCommands(reader, token);
  const then = reader.tokens.peek();
  expectWord(reader, token, "then");
  readCommands(reader, then);
}

function readWhile(reader: Reader): void {
  const token = reader.tokens.next();
  readCommands(reader, token);
  readLoop(reader, token);
}

function readLoop(reader: Reader, token: Token): void {
  const opener = reader.tokens.peek();
  expectWord(reader, token, "do");
  inBlock(reader, { token, closer: "done", strange: [] }, () => readCommands(reader, opener));
}

function readFor(reader: Reader): void {
  const { tokens } = reader;
  const token = tokens.next();
  if (!readArithmetic(reader)) readNames(reader, token);
  if (tokens.peek().text === ";") tokens.next();
  skipNewlines(reader);
  if (tokens.peek().text === "{") readGroup(reader, "}");
  else readLoop(reader, token);
}

/** `NAME [in WORDS]`. */
function readNames(reader: Reader, token: Token): void {
  const { tokens } = reader;
  const name = tokens.next();
  const follows = tokens.peek();
  const isMissing = name.text === "in" && follows.kind === "word" && follows.text !== "in" && follows.text !== "do";
  if (name.kind !== "word" || isMissing) unexpected(name, `behind \`${token.text}\``, `write: ${token.text} NAME in …`);
  if (/^\$\w+$/.test(name.text))
    unexpected(name, `behind \`${token.text}\``, `write the name alone: ${name.text.slice(1)}`);
  skipNewlines(reader);
  const words: Token[] = [];
  if (tokens.peek().text === "in") for (tokens.next(); tokens.peek().kind === "word"; ) words.push(tokens.next());
  if (tokens.peek().text === "(") unexpected(tokens.peek(), "here", "quote it: '('");
  reader.arguments.push(...words);
}

function readGroup(reader: Reader, closer: string): void {
  const token = reader.tokens.next();
  inBlock(reader, { token, closer, strange: [] }, () => readCommands(reader, token));
}

/** `[[ … ]]`, whose patterns and operators mean nothing elsewhere. */
function readTest({ tokens, scan }: Reader): void {
  const { start, end } = tokens.next();
  for (let at = end, next = end; at < scan.limit; at = Math.max(next, at + 1)) {
    next = wordEnd(at, scan);
    if (scan.text.slice(at, next) !== "]]") continue;
    tokens.skipTo(next);
    return;
  }
  throw new FoundMistake({ start, end, message: "`[[` without `]]`" });
}

/** `function name [()] { … }`. */
function readFunction(reader: Reader): void {
  const { tokens } = reader;
  const name = tokens.next() && tokens.next();
  if (tokens.peek().text === "(") tokens.next();
  if (tokens.peek().text === ")") tokens.next();
  readBody(reader, name);
}

/** At least one command behind a word of the shell. */
function readCommands(reader: Reader, { text, start, end }: Token): void {
  if (reader.list() > 0 || reader.tokens.peek().kind === "end") return;
  const help = "write `:` to do nothing";
  throw new FoundMistake({ start, end, message: `no command stands behind \`${text}\``, help, isBlock: true });
}

/** True where nothing but blanks stands between a word and what was found instead of the end. */
function isLastOf(word: Token, found: Token, { scan }: Reader): boolean {
  return /^[\s;]*$/.test(scan.text.slice(word.end, found.start));
}

/** Reads a block and what ends it. */
function inBlock(reader: Reader, block: Block, read: (block: Block) => void): void {
  const { tokens, blocks } = reader;
  blocks.push(block);
  read(block);
  const found = tokens.peek();
  if (found.text !== block.closer) {
    const last = reader.arguments.at(-1);
    if (last?.text === block.closer && isLastOf(last, found, reader)) standsAlone(last);
    notClosed(block, found, blocks);
  }
  blocks.pop();
  tokens.next();
}
