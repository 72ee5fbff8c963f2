import type { Fix } from "../nouns/diagnostic.ts";
import { type Source, type Span, span } from "../nouns/source.ts";

/** An error as the YAML parser gives it. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** What was read before the error, by offsets. */
export interface ReadSoFar {
  /** Every other error of the document. */
  readonly errors: readonly YamlError[];
  /** Scalars in quotes. */
  readonly quoted: readonly Range[];
  /** Lists in `[]` and maps in `{}`. */
  readonly bracketed: readonly Range[];
}

export type Range = readonly [start: number, end: number];

/** What is wrong with a YAML text, where the slip was made: the parser says where it noticed. */
export interface YamlMistake {
  readonly at: Span;
  readonly message: string;
  readonly help?: string | undefined;
  readonly fix?: Fix | undefined;
}

/** Values may be nested so deep. */
export const maximumDepth = 100;
export const deeperThan = `the value is nested deeper than ${maximumDepth} levels`;

export const quoteAdvice = `quote the template: key: "{{ … }}"`;

/** Finds the mistake behind the first error of a document. */
export function yamlMistake(error: YamlError, read: ReadSoFar, source: Source): YamlMistake {
  return (
    openQuote(error, read, source) ??
    openBracket(error, read, source) ??
    tooDeep(error, read, source) ??
    beyondDepth(error, source) ?? {
      at: behindComments(error, source),
      message: sentence(error.message),
      ...advice(source, error),
    }
  );
}

/** The parser points at the comments and the indentation before what it cannot take. */
function behindComments({ pos: [start, end] }: YamlError, source: Source): Span {
  const isLineStart = start === 0 || source.text[start - 1] === "\n";
  const blanks = isLineStart ? /^(?:[^\S\n]*#[^\n]*\n)*[ ]*(?=[^\s#])/ : /^(?:\s*#[^\n]*\n)+[^\S\n]*/;
  const skipped = blanks.exec(source.text.slice(start))?.[0].length ?? 0;
  return span(source, start + skipped, skipped === 0 ? Math.max(end, start + 1) : start + skipped + 1);
}

/** Where a closing quote is missing at the end of the file, the mistake is the opening one. */
function openQuote({ code, message, pos }: YamlError, { quoted }: ReadSoFar, source: Source): YamlMistake | undefined {
  if (code !== "MISSING_CHAR" || !message.includes("quote")) return undefined;
  const quote = quoted.findLast(([start]) => start < pos[0])?.[0];
  if (quote === undefined) return undefined;
  return { at: restOfLine(source, quote), message: `the quote ${source.text[quote]} is never closed` };
}

/** Where a list or a map is not closed, the mistake is the innermost bracket that the parser gave up on. */
function openBracket({ message, pos }: YamlError, { bracketed }: ReadSoFar, source: Source): YamlMistake | undefined {
  if (!/^Flow (?:map|sequence) in block/.test(message)) return undefined;
  const open = bracketed.findLast(([start, end]) => end === pos[0] && !isClosed(source.text.slice(start, end)));
  if (open === undefined || source.text.startsWith("{{", open[0])) return undefined;
  const [start] = open;
  const closing = /^\s*/.exec(source.text.slice(pos[0]))?.[0].length ?? 0;
  const stray = source.text.charAt(pos[0] + closing);
  const opening = stray === "]" ? "[" : stray === "}" ? "{" : undefined;
  const isInner = bracketed.some(([from, to]) => from < start && to >= pos[0] && source.text[from] === opening);
  if (opening !== undefined && !isInner) {
    const at = span(source, pos[0] + closing, pos[0] + closing + 1);
    return { at, message: `the bracket ${stray} closes nothing` };
  }
  return { at: span(source, start, start + 1), message: `the bracket ${source.text[start]} is never closed` };
}

function isClosed(text: string): boolean {
  return text.endsWith(text.startsWith("[") ? "]" : "}");
}

/** A key that stands deeper than its neighbours reads as the next line of the text before it. */
function tooDeep({ code, pos }: YamlError, { errors }: ReadSoFar, source: Source): YamlMistake | undefined {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const long = errors.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.pos[0] === pos[0]);
  const text = long && source.text.slice(...long.pos);
  if (long === undefined || text === undefined || !text.includes("\n")) return undefined;
  const end = long.pos[1];
  const key = text.slice(text.lastIndexOf("\n") + 1).trimStart();
  return {
    at: span(source, end - key.length, end),
    message: `the key "${key}" is indented deeper than the line before it, which is text`,
    help: "indent it like its neighbours",
  };
}

/** Where collections are nested so deep that the parser runs out of its stack, it hands on what the engine says of that. */
function beyondDepth({ message, pos: [start, end] }: YamlError, source: Source): YamlMistake | undefined {
  if (!/^Maximum call stack/.test(message)) return undefined;
  return { at: span(source, start, Math.max(end, start + 1)), message: deeperThan };
}

/** What the commonest slips look like to YAML. */
function advice(source: Source, { pos, message }: YamlError): Pick<YamlMistake, "help"> {
  const line = restOfLine(source, source.text.lastIndexOf("\n", pos[0] - 1) + 1);
  if (source.text.slice(line.start, line.end).includes("{{")) return { help: quoteAdvice };
  if (message.startsWith("Nested mappings"))
    return { help: 'a text that holds ": " must be quoted, or written as a block: key: |' };
  if (/between flow|at node end$/.test(sentence(message))) {
    return {
      help: "a text with quotes, brackets or colons in it must be quoted as a whole, or written as a block: key: |",
    };
  }
  return {};
}

function restOfLine(source: Source, start: number): Span {
  const end = source.text.indexOf("\n", start);
  return span(source, start, end === -1 ? source.text.length : end);
}

/** Messages in flowc's form: they start with a small letter and have no full stop. */
export function sentence(message: string): string {
  const first = message.split("\n")[0] ?? message;
  return (first.charAt(0).toLowerCase() + first.slice(1)).replace(/\.$/, "");
}
