/**
 * When in the life of a resource an expression is evaluated (spec section 4). `index` is its place among those of its
 * part, which come one after the other.
 */
export interface Moment {
  readonly part: Part;
  readonly index: number;
}

export type Part = (typeof parts)[number];

/** In their order; `onError` comes last, as `after` and the response may fail too. */
const parts = ["before", "conditions", "executor", "after", "response", "onError"] as const;

/** The moment of the first expression of a part, or of a later one. */
export function momentOf(part: Part, index = 0): Moment {
  return { part, index };
}

/** True where `first` is over when `second` comes. */
export function isEarlier(first: Moment, second: Moment): boolean {
  const order = parts.indexOf(first.part) - parts.indexOf(second.part);
  return order === 0 ? first.index < second.index : order < 0;
}
