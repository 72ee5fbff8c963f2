/** Where a name comes from: a list that flowc knows whole, or the author, who may well use two words that are alike. */
export type Vocabulary = "fixed" | "named";

/**
 * True where `name` is `known` with a slip of the fingers in it, and certainly no other word: another case or other
 * separators, one letter too many or too few, two neighbours swapped, or in longer words a letter hit beside the right
 * one. Among names of the author's a plural is another word (`order`, `orders`), as is whatever differs in a digit.
 */
export function isSlip(name: string, known: string, vocabulary: Vocabulary): boolean {
  const [from, to] = [lettersOf(name), lettersOf(known)];
  if (from === to) return true;
  const [wrong, right] = differenceOf(from, to);
  const length = Math.max(from.length, to.length);
  const letters = wrong + right;
  if (/\d/.test(letters)) return false;
  const isFixed = vocabulary === "fixed";
  if (wrong.length + right.length === 1) {
    const isPlural =
      letters === "s" && (from === `${to}s` || to === `${from}s`) && !(from.endsWith("ss") || to.endsWith("ss"));
    return length >= 4 && (isFixed || !isPlural);
  }
  if (wrong.length === 2 && wrong === [...right].reverse().join("")) return length >= 3;
  if (wrong.length === 1 && right.length === 1) return length >= 6 && (isFixed || areBeside(wrong, right));
  return false;
}

/** A name without its case and separators: `status_code` and `statusCode` are one word. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/** What is left of both between what they begin and end with alike. */
function differenceOf(from: string, to: string): readonly [string, string] {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  return [from.slice(start, from.length - end), to.slice(start, to.length - end)];
}

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** True for two letters whose keys touch. */
function areBeside(first: string, second: string): boolean {
  const [a, b] = [placeOf(first), placeOf(second)];
  if (a === undefined || b === undefined) return false;
  // Each row stands about half a key to the right of the one above.
  const across = Math.abs(a.column + a.row / 2 - (b.column + b.row / 2));
  return Math.abs(a.row - b.row) <= 1 && across <= 1;
}

function placeOf(letter: string): { readonly row: number; readonly column: number } | undefined {
  const row = rows.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, column: rows[row]?.indexOf(letter) ?? 0 };
}
