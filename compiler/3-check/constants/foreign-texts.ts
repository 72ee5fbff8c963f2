import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Span } from "../../nouns/source.ts";

/** A text that is compared with what never equals it, and the texts that would. */
interface ForeignText {
  readonly text: string;
  readonly values: readonly string[];
  readonly span: Span;
}

/** The texts in a comparison (`==`, `!=`, `in`) that the other side cannot be, by its type. */
export function foreignTexts({
  operator,
  left,
  right,
}: Extract<PlanExpression, { kind: "binary" }>): readonly ForeignText[] {
  if (operator === "in") return right.kind === "array" ? right.elements.flatMap((one) => foreign(left, one)) : [];
  if (operator !== "==" && operator !== "!=") return [];
  return [...foreign(left, right), ...foreign(right, left)];
}

function foreign({ type }: PlanExpression, other: PlanExpression): readonly ForeignText[] {
  if (type.kind !== "string" || type.values === undefined) return [];
  if (other.kind !== "constant" || typeof other.value !== "string" || type.values.includes(other.value)) return [];
  return [{ text: other.value, values: type.values, span: other.span }];
}
