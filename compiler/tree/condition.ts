import type { PlanExpression } from "../nouns/plan.ts";

/** What follows from a condition that has turned out true, or false. */
export type Told =
  /** All of it holds. */
  | { readonly kind: "all"; readonly parts: readonly [Told, Told] }
  /** One of them holds, and nobody knows which. */
  | { readonly kind: "one"; readonly parts: readonly [Told, Told] }
  /** A condition that is made of no others by `and`, `or` and `not`, with what it has turned out to be. */
  | { readonly kind: "test"; readonly test: PlanExpression; readonly truth: boolean };

/** What a condition tells that has turned out to be `truth`, for whoever asks what its tests mean. */
export function told(condition: PlanExpression, truth: boolean): Told {
  if (condition.kind === "unary" && condition.operator === "not") return told(condition.operand, !truth);
  if (condition.kind !== "binary" || (condition.operator !== "and" && condition.operator !== "or"))
    return { kind: "test", test: condition, truth };
  const parts = [told(condition.left, truth), told(condition.right, truth)] as const;
  return { kind: (condition.operator === "and") === truth ? "all" : "one", parts };
}
