import type { Expression } from "../expression.ts";
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
  const value = /[\\\r]/.test(raw) ? decodeEscapes(raw, quote, offset + 1, place) : raw;
  return { kind: "string", start: place(offset), end: place(offset + raw.length + 2), value };
}

/** The node of a string in backticks, where a doubled backtick is one backtick and nothing else is special. */
export function rawStringNode(raw: string, offset: number, place: Place): Expression {
  return {
    kind: "string",
    start: place(offset),
    end: place(offset + raw.length + 2),
    value: raw.replaceAll("``", "`"),
  };
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

function decodeEscapes(raw: string, quote: string, offset: number, place: Place): string {
  const value = raw.replaceAll(escapeSequence, (found: string, ...groups: (string | number | undefined)[]) => {
    if (found === "\r") return "\n";
    const [hex2, hex4, hexBraced, hex8, octal, simple, index] = groups;
    if (simple === quote) return quote;
    const hex = hex2 ?? hex4 ?? hexBraced ?? hex8;
    const character =
      typeof hex === "string" ? fromCode(hex, 16) : (fromCode(octal, 8) ?? simpleEscapes[String(simple)]);
    if (character !== undefined) return character;
    const start = offset + Number(index);
    throw new Mistake(
      `unknown escape '${found}' in a string`,
      { start: place(start), end: place(start + found.length) },
      adviceOn(simple),
    );
  });
  if (/\p{Surrogate}/u.test(value)) {
    const at = { start: place(offset - 1), end: place(offset + raw.length + 1) };
    throw new Mistake("the string holds half of a surrogate pair", at, String.raw`write the character as \u{…}`);
  }
  return value;
}

function fromCode(digits: string | number | undefined, base: number): string | undefined {
  if (typeof digits !== "string") return undefined;
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function adviceOn(letter: string | number | undefined): string {
  if (letter === "'" || letter === '"' || letter === "`")
    return `only the quote around the string takes a backslash: write ${letter} as it is`;
  return String.raw`write \\ for a backslash, or put the string in backticks, where nothing is escaped`;
}
