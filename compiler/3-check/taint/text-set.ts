import { everything, intersect, negate, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";

/** The texts that a value can be, as far as flowc distinguishes them. */
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
  /** Each of them begins with one of these. */
  readonly prefixes: readonly string[];
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
  const [first, ...others] = sets.filter((set) => set.chars.length > 0);
  return { chars, starts, shape: first && others.reduce(eitherShape, first).shape };
}

/** True where both hold the same texts. */
export function isSameText(first: TextSet, second: TextSet): boolean {
  const isSame = isSameSet(first.chars, second.chars) && isSameSet(first.starts, second.starts);
  return isSame && JSON.stringify(first.shape) === JSON.stringify(second.shape);
}

function commonShape(first: TextShape | undefined, second: TextShape | undefined): TextShape | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const shortest = ({ prefixes }: TextShape) => Math.min(...prefixes.map(({ length }) => length));
  const { prefixes } = shortest(first) >= shortest(second) ? first : second;
  return { prefixes, written: union(first.written, second.written) };
}

/** A character that one of them lacks stands in all only where the other has it. */
function eitherShape(first: TextSet, second: TextSet): TextSet {
  const chars = union(first.chars, second.chars);
  if (first.shape === undefined || second.shape === undefined) return { ...first, chars, shape: undefined };
  const prefixes = [...first.shape.prefixes, ...second.shape.prefixes];
  const left = union(first.shape.written, negate(first.chars));
  const right = union(second.shape.written, negate(second.chars));
  return { ...first, chars, shape: { prefixes, written: intersect(chars, intersect(left, right)) } };
}

function both(first: CharSet, second: CharSet): CharSet {
  if (first === everything) return second;
  return second === everything ? first : intersect(first, second);
}

function isSameSet(first: CharSet, second: CharSet): boolean {
  return first.length === second.length && first.every((bound, index) => bound === second[index]);
}
