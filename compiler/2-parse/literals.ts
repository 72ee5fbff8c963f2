import type { Expression } from "../nouns/expression.ts";
import { clip, Mistake } from "./mistakes.ts";

type Place = (offset: number) => number;

/** The node of a number. `text` is as written at `offset`, `rest` the letters and digits that follow without a gap. */
export function numberNode(text: string, rest: string, offset: number, place: Place): Expression {
  const start = place(offset);
  const end = place(offset + text.length);
  const digits = text.replaceAll("_", "");
  const value = Number(digits);
  if (rest !== "" || Number.isNaN(value)) {
    throw new Mistake(`'${clip(text + rest)}' is not a number`, {
      start,
      end: place(offset + text.length + rest.length),
    });
  }
  const isFloat = /[.e]/i.test(digits) && !/^0x/i.test(digits);
  if (isFloat && !Number.isFinite(value)) throw new Mistake(`the number ${clip(text)} is too large`, { start, end });
  if (isFloat) return { kind: "float", start, end, value };
  if (!Number.isSafeInteger(value)) {
    throw new Mistake(`the integer ${clip(text)} is too large: whole numbers end at ${Number.MAX_SAFE_INTEGER}`, {
      start,
      end,
    });
  }
  return { kind: "int", start, end, value };
}

/** The node of a string in '…' or "…". `raw` is what stands between the quotes, `offset` the place of the first. */
export function stringNode(raw: string, quote: string, offset: number, place: Place): Expression {
  const extent = { start: place(offset), end: place(offset + raw.length + 2) };
  if (!/[\\\r]/.test(raw)) return { kind: "string", ...extent, value: raw };
  const { value, offsets } = decode(raw, escapeSequence, (found) => unescaped(found, quote, offset + 1, place));
  if (/\p{Surrogate}/u.test(value)) {
    throw new Mistake("the string holds half of a surrogate pair", extent, String.raw`write the character as \u{…}`);
  }
  return { kind: "string", ...extent, value, offsets: placed(offsets, offset + 1, place) };
}

/** The node of a string in backticks, where a doubled backtick is one backtick and nothing else is special. */
export function rawStringNode(raw: string, offset: number, place: Place): Expression {
  const extent = { start: place(offset), end: place(offset + raw.length + 2) };
  if (!raw.includes("`")) return { kind: "string", ...extent, value: raw };
  const { value, offsets } = decode(raw, /``/g, () => "`");
  return { kind: "string", ...extent, value, offsets: placed(offsets, offset + 1, place) };
}

interface Decoded {
  readonly value: string;
  /** Where each unit of the value stands in the raw text, and where that ends. */
  readonly offsets: readonly number[];
}

function decode(raw: string, sequence: RegExp, decoded: (found: RegExpExecArray) => string): Decoded {
  const offsets: number[] = [];
  let value = "";
  let next = 0;
  const copyTo = (end: number): void => {
    value += raw.slice(next, end);
    for (; next < end; next += 1) offsets.push(next);
  };
  for (const found of raw.matchAll(sequence)) {
    copyTo(found.index);
    const unit = decoded(found);
    value += unit;
    for (let index = 0; index < unit.length; index += 1) offsets.push(found.index);
    next = found.index + found[0].length;
  }
  copyTo(raw.length);
  return { value, offsets: [...offsets, raw.length] };
}

function placed(offsets: readonly number[], start: number, place: Place): readonly number[] {
  return offsets.map((offset) => place(start + offset));
}

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};
const escapeSequence =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]?))|\r/gu;

function unescaped(found: RegExpExecArray, quote: string, start: number, place: Place): string {
  const [text, hex2, hex4, hexBraced, hex8, octal, simple = ""] = found;
  if (text === "\r") return "\n";
  if (simple === quote) return quote;
  const at = { start: place(start + found.index), end: place(start + found.index + text.length) };
  const digits = hex2 ?? hex4 ?? hexBraced ?? hex8;
  const code = Number.parseInt(digits ?? octal ?? "", digits === undefined ? 8 : 16);
  if (code > 0x10ffff) throw new Mistake(`'${text}' is above the last character, \\u{10FFFF}`, at);
  if (!Number.isNaN(code)) return String.fromCodePoint(code);
  const character = Object.hasOwn(simpleEscapes, simple) ? simpleEscapes[simple] : undefined;
  if (character !== undefined) return character;
  const wanted = /[0-7]/.test(simple) ? octalDigits : Object.hasOwn(digitsOf, simple) ? digitsOf[simple] : undefined;
  if (wanted !== undefined) throw new Mistake(`'${text}' needs ${wanted}`, at, adviceOn(simple));
  throw new Mistake(`unknown escape '${text}' in a string`, at, adviceOn(simple));
}

const octalDigits = String.raw`three octal digits up to \377`;
const digitsOf: Readonly<Record<string, string>> = {
  x: String.raw`two hexadecimal digits, as in \x41`,
  u: String.raw`four hexadecimal digits, or some in braces, as in \u00e9 and \u{1F600}`,
  U: String.raw`eight hexadecimal digits, as in \U0001F600`,
};

function adviceOn(letter: string): string {
  if (letter === "'" || letter === '"' || letter === "`")
    return `only the quote around the string takes a backslash: write ${letter} as it is`;
  return String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`;
}
