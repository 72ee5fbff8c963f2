import type { CharSet } from "./tree.ts";

const last = 0x10ffff;

/** Every code point. */
export const everything: CharSet = [0, last];

/** The sets as one, from sets or loose ranges in any order. */
export function union(...sets: readonly (readonly number[])[]): CharSet {
  if (sets.length === 1 && sets[0]) return normalize(sets[0]);
  return normalize(sets.flat());
}

/** What is not in the set. */
export function negate(set: CharSet): CharSet {
  const result: number[] = [];
  let next = 0;
  for (let index = 0; index < set.length; index += 2) {
    const first = set[index] ?? 0;
    if (first > next) result.push(next, first - 1);
    next = (set[index + 1] ?? 0) + 1;
  }
  if (next <= last) result.push(next, last);
  return result;
}

/** What both sets have. */
export function intersect(left: CharSet, right: CharSet): CharSet {
  return negate(union(negate(left), negate(right)));
}

/** True where the code point is in the set. */
export function has(set: CharSet, codePoint: number): boolean {
  let low = 0;
  let high = set.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > (set[2 * middle + 1] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low < set.length / 2 && codePoint >= (set[2 * low] ?? 0);
}

/** Sorted and joined ranges from loose ones. */
function normalize(ranges: readonly number[]): CharSet {
  const pairs: [number, number][] = [];
  for (let index = 0; index < ranges.length; index += 2) pairs.push([ranges[index] ?? 0, ranges[index + 1] ?? 0]);
  pairs.sort((left, right) => left[0] - right[0]);
  const result: number[] = [];
  for (const [first, end] of pairs) {
    const before = result.length - 1;
    const reached = result[before];
    if (reached !== undefined && first <= reached + 1) result[before] = Math.max(reached, end);
    else result.push(first, end);
  }
  return result;
}
