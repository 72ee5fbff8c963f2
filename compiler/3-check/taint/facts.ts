import { intersect, union } from "../../../runtime-lib/regex/char-set.ts";
import type { Fact } from "./inflow.ts";
import { type Facts, noFacts } from "./place.ts";

/** What is known where both hold. */
export function both(first: Facts, second: Facts): Facts {
  if (first.size === 0) return second;
  if (second.size === 0) return first;
  const facts = new Map(first);
  for (const [key, fact] of second) {
    const other = facts.get(key);
    facts.set(key, other === undefined ? fact : { ...fact, chars: intersect(other.chars, fact.chars) });
  }
  return facts;
}

/** What is known where one of them holds, and nobody knows which; undefined: that one cannot be. */
export function either(first: Facts | undefined, second: Facts | undefined): Facts {
  if (first === undefined || second === undefined) return first ?? second ?? noFacts;
  const facts = new Map<string, Fact>();
  for (const [key, fact] of first) {
    const other = second.get(key);
    if (other !== undefined) facts.set(key, { ...fact, chars: union(fact.chars, other.chars) });
  }
  return facts;
}
