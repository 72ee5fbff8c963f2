import { everything, intersect, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";

/** The texts that a value can be, as far as flowc tells them apart. */
export interface TextSet {
  /** The characters that they can hold. */
  readonly chars: CharSet;
  /** The characters that they can begin with. */
  readonly starts: CharSet;
}

/** Any text. */
export const anyText: TextSet = { chars: everything, starts: everything };

/** No text that somebody else has chosen. */
export const noText: TextSet = { chars: [], starts: [] };

/** The texts that are in both. */
export function commonTexts(first: TextSet, second: TextSet): TextSet {
  if (first === anyText) return second;
  if (second === anyText) return first;
  return { chars: both(first.chars, second.chars), starts: both(first.starts, second.starts) };
}

/** The texts that are in any of them. */
export function allTexts(...sets: readonly TextSet[]): TextSet {
  return { chars: union(...sets.map(({ chars }) => chars)), starts: union(...sets.map(({ starts }) => starts)) };
}

/** True where both hold the same texts. */
export function isSameText(first: TextSet, second: TextSet): boolean {
  return isSameSet(first.chars, second.chars) && isSameSet(first.starts, second.starts);
}

function both(first: CharSet, second: CharSet): CharSet {
  if (first === everything) return second;
  return second === everything ? first : intersect(first, second);
}

function isSameSet(first: CharSet, second: CharSet): boolean {
  return first.length === second.length && first.every((bound, index) => bound === second[index]);
}
