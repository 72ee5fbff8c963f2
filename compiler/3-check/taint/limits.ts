import type { Span } from "../../nouns/source.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import { allTexts, commonTexts, type TextSet } from "./text-set.ts";

/** What a condition says of a value: that it is one of these texts. */
export interface Limit extends TextSet {
  readonly key: ValueKey;
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
    limits.set(id, other === undefined ? limit : { ...limit, ...commonTexts(other, limit) });
  }
  return limits;
}

/** What is known where one of them holds, and nobody knows which. */
export function either(first: Limits, second: Limits): Limits {
  const limits = new Map<string, Limit>();
  for (const [id, limit] of first) {
    const other = second.get(id);
    if (other !== undefined) limits.set(id, { ...limit, ...allTexts(limit, other) });
  }
  return limits;
}
