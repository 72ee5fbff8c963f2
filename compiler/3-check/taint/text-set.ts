import { everything, intersect, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";

/** The texts that a value can be, as far as flowc tells them apart. */
export interface TextSet {
  /** The characters that they can hold. */
  readonly chars: CharSet;
  /** The characters that they can begin with. */
  readonly starts: CharSet;
  /** Absent: nothing more is known. */
  readonly shape?: TextShape | undefined;
}

/** How texts are made, as far as a pattern or a condition writes it out. */
export interface TextShape {
  /** What all of them begin with. */
  readonly prefix: string;
  /** The characters that stand only where a pattern has them one by one, such as the slash of `^[a-z]+/[a-z]+$`. */
  readonly written: CharSet;
}

/** Any text. */
export const anyText: TextSet = { chars: everything, starts: everything };

/** No text that somebody else has chosen. */
export const noText: TextSet = { chars: [], starts: [] };

/** The texts that are in both. */
export function commonTexts(first: TextSet, second: TextSet): TextSet {
  if (first === anyText) return second;
  if (second === anyText) return first;
  const [chars, starts] = [both(first.chars, second.chars), both(first.starts, second.starts)];
  return { chars, starts, shape: commonShape(first.shape, second.shape) };
}

/** The texts that are in any of them. */
export function allTexts(...sets: readonly TextSet[]): TextSet {
  const [chars, starts] = [union(...sets.map((set) => set.chars)), union(...sets.map((set) => set.starts))];
  const [only, second] = sets.filter((set) => set.chars.length > 0);
  return { chars, starts, shape: second === undefined ? only?.shape : undefined };
}

/** True where both hold the same texts. */
export function isSameText(first: TextSet, second: TextSet): boolean {
  return isSameSet(first.chars, second.chars) && isSameSet(first.starts, second.starts) && first.shape === second.shape;
}

function commonShape(first: TextShape | undefined, second: TextShape | undefined): TextShape | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const prefix = first.prefix.length > second.prefix.length ? first.prefix : second.prefix;
  return { prefix, written: union(first.written, second.written) };
}

function both(first: CharSet, second: CharSet): CharSet {
  if (first === everything) return second;
  return second === everything ? first : intersect(first, second);
}

function isSameSet(first: CharSet, second: CharSet): boolean {
  return first.length === second.length && first.every((bound, index) => bound === second[index]);
}
