import type { Span } from "../nouns/source.ts";

/**
 * Maps offsets of a scalar's decoded text to offsets of the file, by walking both side by side. Between the two lie
 * indentation, folded line breaks, escapes and doubled quotes (YAML 1.2, chapters 7 and 8). Where the walk loses its
 * way, every offset maps to the start of the scalar.
 */
export function placeInScalar(
  at: Span,
  decoded: string,
  style: "plain" | "quoted" | "block",
): (offset: number) => number {
  const raw = at.source.text.slice(at.start, at.end);
  const skip = style === "quoted" ? 1 : 0;
  if (raw.length === decoded.length + 2 * skip) return (offset) => at.start + skip + offset;
  let table: Uint32Array | null | undefined;
  return (offset) => {
    if (table === undefined) table = align(raw, decoded, style);
    return table === null ? at.start : at.start + (table[Math.min(offset, decoded.length)] ?? 0);
  };
}

function align(raw: string, decoded: string, style: "plain" | "quoted" | "block"): Uint32Array | null {
  const table = new Uint32Array(decoded.length + 1);
  const quote = style === "quoted" ? raw[0] : "";
  let position = style === "quoted" ? 1 : 0;
  if (style === "block") position = raw.indexOf("\n") + 1;
  for (let index = 0; index < decoded.length; ) {
    const step = stepAt(raw, position, quote);
    if (step.decoded === decoded.slice(index, index + step.decoded.length) && step.decoded !== "") {
      table.fill(position, index, index + step.decoded.length);
      index += step.decoded.length;
      position += step.length;
    } else if (isBlank(raw[position])) {
      position += 1;
    } else if (isBlank(decoded[index])) {
      table[index] = position;
      index += 1;
    } else if (step.decoded === "" && step.length > 0) {
      position += step.length;
    } else {
      return null;
    }
  }
  table[decoded.length] = position;
  return table;
}

/** The next unit of raw text: one character, one escape or one doubled quote, and the text that it stands for. */
function stepAt(raw: string, position: number, quote: string | undefined): { decoded: string; length: number } {
  const character = raw[position] ?? "";
  if (quote === "'" && character === "'" && raw[position + 1] === "'") return { decoded: "'", length: 2 };
  if (quote === '"' && character === "\\") return escapeAt(raw, position);
  return { decoded: character, length: 1 };
}

const simpleEscapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapeAt(raw: string, position: number): { decoded: string; length: number } {
  const letter = raw[position + 1] ?? "";
  if (letter === "\n") return { decoded: "", length: 2 };
  if (letter === "\r") return { decoded: "", length: 3 };
  const digits = hexDigits[letter];
  if (digits === undefined) return { decoded: simpleEscapes[letter] ?? letter, length: 2 };
  const code = Number.parseInt(raw.slice(position + 2, position + 2 + digits), 16);
  return { decoded: code <= 0x10ffff ? String.fromCodePoint(code) : "", length: 2 + digits };
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\t" || character === "\r";
}
