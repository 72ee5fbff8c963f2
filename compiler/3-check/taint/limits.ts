import { intersect, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueKey } from "../../tree/value-key.ts";

/** What a condition says of a value: that it holds no other characters. */
export interface Limit {
  readonly key: ValueKey;
  readonly chars: CharSet;
  /** The condition. */
  readonly span: Span;
}

/** What is known of values, by the ids of their keys. */
export type Limits = ReadonlyMap<string, Limit>;

export const noLimits: Limits = new Map();

/** What is known where both hold. */
export function both(first: Limits, second: Limits): Limits {
  if (first.size === 0) return second;
  if (second.size === 0) return first;
  const limits = new Map(first);
  for (const [id, limit] of second) {
    const other = limits.get(id);
    limits.set(id, other === undefined ? limit : { ...limit, chars: intersect(other.chars, limit.chars) });
  }
  return limits;
}

/** What is known where one of them holds, and nobody knows which. */
export function either(first: Limits, second: Limits): Limits {
  const limits = new Map<string, Limit>();
  for (const [id, limit] of first) {
    const other = second.get(id);
    if (other !== undefined) limits.set(id, { ...limit, chars: union(limit.chars, other.chars) });
  }
  return limits;
}
