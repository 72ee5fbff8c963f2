/** A stretch of a template. Offsets count in the text of the template; those of an expression leave the braces out. */
export type TemplatePiece =
  | { readonly kind: "text"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "expression"; readonly text: string; readonly start: number; readonly end: number }
  /** A `{{` that nothing closes, and all that follows it. */
  | { readonly kind: "unterminated"; readonly start: number; readonly end: number };

/** So many expressions may be broken before each further one ends at the first `}}`: it keeps the time linear. */
const mostCarefulMisses = 16;

/**
 * Splits text at its `{{ … }}`. A `}}` in a string of the expression does not end it, nor do braces that close a brace
 * of the expression. Where strings and braces do not come out even, the expression ends at the first `}}`.
 */
export function splitTemplate(text: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let position = 0;
  let misses = 0;
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", position)) {
    if (open > position) pieces.push(textPiece(text, position, open));
    const start = open + 2;
    const carefulEnd = misses < mostCarefulMisses ? endOfExpression(text, start) : -1;
    if (carefulEnd === -1) misses += 1;
    const end = carefulEnd === -1 ? text.indexOf("}}", start) : carefulEnd;
    if (end === -1) return [...pieces, { kind: "unterminated", start: open, end: text.length }];
    pieces.push({ kind: "expression", text: text.slice(start, end), start, end });
    position = end + 2;
  }
  if (position < text.length) pieces.push(textPiece(text, position, text.length));
  return pieces;
}

function textPiece(text: string, start: number, end: number): TemplatePiece {
  return { kind: "text", value: text.slice(start, end), start, end };
}

/** The offset of the `}}` that ends the expression, or -1 where a string or a brace of it is not closed or not opened. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "}" && depth === 0) return text.charAt(index + 1) === "}" ? index : -1;
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (isQuote(character)) index = endOfString(text, index);
    if (index === -1) return -1;
  }
  return -1;
}

function isQuote(character: string): boolean {
  return character === "'" || character === '"' || character === "`";
}

const wordBefore = /[\p{L}\p{Nd}_$]+$/u;
const operators = new Set(["in", "or", "and", "not", "matches", "contains", "startsWith", "endsWith"]);

/** The offset of the quote that closes the one at `start`, or -1. A quote right after a name, as in `don't`, opens nothing. */
function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  const word = wordBefore.exec(text.slice(Math.max(0, start - 16), start));
  if (word !== null && !operators.has(word[0])) return -1;
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === quote) return index;
    if (quote === "`") continue;
    if (character === "\n") return -1;
    if (character === "\\") index += 1;
  }
  return -1;
}
