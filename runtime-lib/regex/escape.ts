import { negate } from "./char-set.ts";
import { perlClasses, unicodeClass } from "./classes.ts";
import { fold } from "./fold.ts";
import { PatternProblem } from "./problem.ts";
import type { CharSet } from "./tree.ts";

/** What was read, and the offset behind it. */
export interface Read<Value> {
  readonly value: Value;
  readonly end: number;
}

const named: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The character at `at`, escaped or not. Throws PatternProblem for an escape that RE2 does not have. */
export function readCharacter(source: string, at: number): Read<number> {
  if (source[at] === "\\") return readEscape(source, at);
  const value = source.codePointAt(at) ?? 0;
  return { value, end: at + String.fromCodePoint(value).length };
}

/** `\d`, `\S`, `\pL`, `\P{Greek}` and such at `at`, folded where case does not count; undefined for any other escape. */
export function readClassEscape(source: string, at: number, ignoreCase: boolean): Read<CharSet> | undefined {
  if (source[at] !== "\\") return undefined;
  const letter = source[at + 1] ?? "";
  if (letter === "p" || letter === "P") return readUnicodeClass(source, at, ignoreCase);
  const known = perlClasses[letter.toLowerCase()];
  if (!known || !/[a-z]/i.test(letter)) return undefined;
  const set = ignoreCase ? fold(known) : known;
  return { value: letter === letter.toLowerCase() ? set : negate(set), end: at + 2 };
}

function readUnicodeClass(source: string, at: number, ignoreCase: boolean): Read<CharSet> {
  const [text = "", caret = "", braced, single = ""] =
    /^\\[pP](?:\{(\^?)([^}]*)\}|([^{]))/u.exec(source.slice(at, at + 100)) ?? [];
  const set = unicodeClass(braced ?? single);
  if (!set) {
    const shown = text || source.slice(at, at + 20);
    throw new PatternProblem(
      `"${shown}" names no Unicode category or script that RE2 knows, such as \\pL or \\p{Greek}`,
      at,
    );
  }
  const folded = ignoreCase ? fold(set) : set;
  const negated = (source[at + 1] === "P") !== (caret === "^");
  return { value: negated ? negate(folded) : folded, end: at + text.length };
}

function readEscape(source: string, at: number): Read<number> {
  const letter = source.codePointAt(at + 1);
  if (letter === undefined) throw new PatternProblem('the pattern ends with a single "\\"', at);
  const character = String.fromCodePoint(letter);
  if (character === "x") return readHexadecimal(source, at);
  const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(source.slice(at + 1, at + 4))?.[0];
  if (octal) return { value: Number.parseInt(octal, 8), end: at + 1 + octal.length };
  const control = Object.hasOwn(named, character) ? named[character] : undefined;
  if (control !== undefined) return { value: control, end: at + 2 };
  if (letter < 0x80 && !/[0-9A-Za-z]/.test(character)) return { value: letter, end: at + 2 };
  throw new PatternProblem(unknownEscape(character), at);
}

function readHexadecimal(source: string, at: number): Read<number> {
  const rest = source.slice(at + 2);
  const found = /^(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/.exec(rest);
  if (!found) throw new PatternProblem('"\\x" needs two hexadecimal digits, or some in braces as in \\x{10FFFF}', at);
  const value = Number.parseInt(found[1] ?? found[2] ?? "", 16);
  if (value > 0x10ffff) throw new PatternProblem(`"\\x${found[0]}" is above the last character, \\x{10FFFF}`, at);
  return { value, end: at + 2 + found[0].length };
}

const hints: Readonly<Record<string, string>> = {
  C: "it would match a single byte, and texts here consist of characters",
  E: "no \\Q stands before it",
  Z: "write \\z for the end of the text",
  G: "RE2 does not have it",
  K: "RE2 does not have it",
  R: "write \\r\\n|\\n for the end of a line",
  X: "RE2 does not have it",
  h: "write [ \\t]",
  H: "write [^ \\t]",
  e: "write \\x1b",
  u: "write \\x{…} with the code point",
};

function unknownEscape(character: string): string {
  if (/[1-9]/.test(character)) return `"\\${character}" is a back-reference, which RE2 does not have`;
  if (character === "k" || character === "g") return `"\\${character}" is a back-reference, which RE2 does not have`;
  const hint = Object.hasOwn(hints, character) ? `: ${hints[character]}` : "";
  return `"\\${character}" is not an escape${hint}`;
}
