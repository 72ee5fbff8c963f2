import { FoundMistake } from "../../script-mistake.ts";
import type { HereDocument } from "../here-document.ts";
import type { Openers } from "./openers.ts";

/** What words are scanned with. Offsets count in `text`; nothing is read from `limit` on. */
export interface Scan {
  readonly text: string;
  readonly limit: number;
  readonly openers: Openers;
  /** Where here-documents are noted. */
  readonly documents: HereDocument[];
  /** Reads commands from an offset up to the `)` that ends them; gives the offset of that, or the limit. */
  readonly commands: (start: number, limit: number) => number;
  /** Reads the words of a list from an offset; gives the offset of the `)` that ends it, or the limit. */
  readonly words: (start: number) => number;
}

const ends = /[\s;&|<>()]/;
const assignment = /^[A-Za-z_]\w*(?:\[[^\]\s]*\])?\+?=$/;

/** The offset behind the word that begins at `start`; `start` where none does. */
export function wordEnd(start: number, scan: Scan): number {
  const { text, limit } = scan;
  let at = start;
  while (at < limit) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if ((character === "<" || character === ">") && next === "(" && at + 1 < limit) at = substitutionEnd(at, scan);
    else if (character === "(" && at > start && assignment.test(text.slice(start, at))) at = listEnd(at, scan);
    else if (character === "(" && at > start && /[?*+@!]/.test(text.charAt(at - 1))) at = balancedEnd(at, scan);
    else if (ends.test(character)) break;
    else at = pieceEnd(at, scan);
  }
  return Math.min(at, limit);
}

/** Behind a quote, an expansion, an escaped character or any other one. */
function pieceEnd(at: number, scan: Scan): number {
  const { text } = scan;
  switch (text.charAt(at)) {
    case "\\":
      return at + 2;
    case "'":
      return singleEnd(at, scan);
    case '"':
      return doubleEnd(at, scan);
    case "`":
      return backtickEnd(at, scan);
    case "$":
      return expansionEnd(at, false, scan);
    default:
      return at + 1;
  }
}

function singleEnd(at: number, { text, limit, openers }: Scan): number {
  const end = text.indexOf("'", at + 1);
  return openers.inside("'", at, () => (end !== -1 && end < limit ? end + 1 : openers.atEnd()));
}

/** Of `$'…'`, where a backslash may stand before a quote. */
function ansiEnd(at: number, { text, limit, openers }: Scan): number {
  for (let end = at + 2; end < limit; end += 1) {
    if (text.charAt(end) === "\\") end += 1;
    else if (text.charAt(end) === "'") return end + 1;
  }
  return openers.inside("$'", at, () => openers.atEnd());
}

function doubleEnd(start: number, scan: Scan): number {
  const { text, limit, openers } = scan;
  return openers.inside('"', start, () => {
    let at = start + 1;
    while (at < limit && text.charAt(at) !== '"') at = quotedEnd(at, scan);
    return at < limit ? at + 1 : openers.atEnd();
  });
}

/** Behind a piece of what stands in double quotes. */
function quotedEnd(at: number, scan: Scan): number {
  const character = scan.text.charAt(at);
  if (character === "\\") return at + 2;
  if (character === "`") return backtickEnd(at, scan);
  return character === "$" ? expansionEnd(at, true, scan) : at + 1;
}

function backtickEnd(start: number, { text, limit, openers, commands }: Scan): number {
  return openers.inside("`", start, () => {
    let end = start + 1;
    while (end < limit && text.charAt(end) !== "`") end += text.charAt(end) === "\\" ? 2 : 1;
    if (end >= limit) return openers.atEnd();
    // What has backslashes is read without them, and so has other places.
    if (!text.slice(start, end).includes("\\")) commands(start + 1, end);
    return end + 1;
  });
}

/** Behind what a `$` begins. */
function expansionEnd(at: number, isQuoted: boolean, scan: Scan): number {
  const { text } = scan;
  if (text.startsWith("$((", at)) return arithmeticEnd(at, 3, scan) ?? substitutionEnd(at, scan);
  if (text.startsWith("$(", at)) return substitutionEnd(at, scan);
  if (text.startsWith("${", at)) return parameterEnd(at, isQuoted, scan);
  if (!isQuoted && text.startsWith("$'", at)) return ansiEnd(at, scan);
  return at + 1;
}

function parameterEnd(start: number, isQuoted: boolean, scan: Scan): number {
  const { text, limit, openers } = scan;
  return openers.inside("${", start, () => {
    let at = start + 2;
    checkParameter(start, scan);
    while (at < limit) {
      const character = text.charAt(at);
      if (character === "}") return at + 1;
      // In double quotes an apostrophe is one: "${x:-it's}".
      at = isQuoted && character === "'" ? at + 1 : pieceEnd(at, scan);
    }
    return openers.atEnd();
  });
}

/** Behind its name come an operator or the end; else it fails when it runs. */
function checkParameter(start: number, { text, limit }: Scan): void {
  const found = /^\$\{[A-Za-z_]\w*([^\w}:=?+%#/^,@*[\]~-])/.exec(text.slice(start, Math.min(limit, start + 200)));
  if (found === null || found[1] === '"') return;
  const end = start + found[0].length;
  throw new FoundMistake({
    start,
    end,
    message: `\`${text.slice(start, end - 1)}\` has neither \`}\` nor an operator behind it`,
  });
}

/** Behind `$(…)`, `<(…)` or `>(…)`. */
function substitutionEnd(start: number, { text, limit, openers, commands }: Scan): number {
  const opening = text.startsWith("$((", start) ? "$((" : text.slice(start, start + 2);
  return openers.inside(opening, start, () => {
    const end = commands(start + 2, limit);
    return end < limit ? end + 1 : openers.atEnd();
  });
}

/**
 * Behind arithmetic, whose opening has `length` characters and two parentheses; undefined where it is a subshell
 * inside something else.
 */
export function arithmeticEnd(start: number, length: number, scan: Scan): number | undefined {
  const { text, limit } = scan;
  let depth = 0;
  for (let at = start + length; at < limit; ) {
    const character = text.charAt(at);
    if (character === "(") depth += 1;
    if (character === ")" && depth === 0) return text.charAt(at + 1) === ")" ? at + 2 : undefined;
    if (character === ")") depth -= 1;
    at = character === "$" || character === "`" || character === '"' ? pieceEnd(at, scan) : at + 1;
  }
  return undefined;
}

/** Behind the parentheses of a pattern such as `@(a|b)`. */
function balancedEnd(start: number, scan: Scan): number {
  const { text, limit, openers } = scan;
  return openers.inside("(", start, () => {
    let depth = 1;
    let at = start + 1;
    while (at < limit) {
      const character = text.charAt(at);
      if (character === "(") depth += 1;
      if (character === ")") depth -= 1;
      at = pieceEnd(at, scan);
      if (depth === 0) return at;
    }
    return openers.atEnd();
  });
}

/** Behind the words of `name=(…)`. */
function listEnd(start: number, { limit, openers, words }: Scan): number {
  return openers.inside("(", start, () => {
    const end = words(start + 1);
    return end < limit ? end + 1 : openers.atEnd();
  });
}
