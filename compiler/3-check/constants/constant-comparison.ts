import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { type Comparison, comparedKey, comparisonOf, isImpossible, opposite } from "./comparison.ts";
import { limitsOf } from "./number-limits.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/**
 * Why a comparison, or a chain of `and` or `or`, is the same whatever is compared: `this condition is always false: …`.
 * Undefined where a run decides.
 */
export function constantComparison(node: Binary): string | undefined {
  if (node.operator === "and") return contradiction(partsOf(node, "and"));
  if (node.operator === "or") return tautology(partsOf(node, "or"));
  const comparison = comparisonOf(node);
  if (comparison === undefined) return undefined;
  if (comparison.operator === "in" && comparison.constants.length === 0) return "the list is empty: nothing is in it";
  const limits = limitsOf(comparison.value);
  if (limits === undefined) return undefined;
  if (isImpossible([comparison, ...limits.comparisons])) return `this condition is always false: ${limits.why}`;
  return isImpossible([opposite(comparison), ...limits.comparisons])
    ? `this condition is always true: ${limits.why}`
    : undefined;
}

/** The parts of a chain of one operator, from left to right. */
function partsOf(node: PlanExpression, operator: "or" | "and"): readonly PlanExpression[] {
  if (node.kind !== "binary" || node.operator !== operator) return [node];
  return [...partsOf(node.left, operator), ...partsOf(node.right, operator)];
}

function contradiction(parts: readonly PlanExpression[]): string | undefined {
  const found = impossibleAmong(parts.flatMap((part) => comparisonOf(part) ?? []));
  if (found === undefined) return undefined;
  const areEqual = found.every(({ operator }) => operator === "==");
  return `this condition is always false: ${areEqual ? "the value cannot equal both" : "no value meets all of these comparisons"}`;
}

function tautology(parts: readonly PlanExpression[]): string | undefined {
  const found = impossibleAmong(parts.flatMap((part) => comparisonOf(part) ?? []).map(opposite));
  if (found === undefined) return undefined;
  const areEqual = found.every(({ operator }) => operator === "==");
  return `this condition is always true: ${areEqual ? "the value differs from one of the two at least" : "every value meets one of these comparisons"}`;
}

/** Comparisons of one value that do not go together. */
function impossibleAmong(comparisons: readonly Comparison[]): readonly Comparison[] | undefined {
  const byKey = new Map<string, Comparison[]>();
  for (const comparison of comparisons) {
    const key = comparedKey(comparison);
    if (key === undefined) continue;
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [comparison]);
    else known.push(comparison);
  }
  return [...byKey.values()].find((same) => same.length > 1 && isImpossible(same));
}
