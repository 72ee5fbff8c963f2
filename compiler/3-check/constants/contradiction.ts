import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { keyOf } from "../../tree/value-key.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/** A value compared with a constant. */
interface Comparison {
  /** The same for the same value. */
  readonly id: string;
  readonly value: string | number | boolean | null;
}

/**
 * Why a chain of `or` is always true, or one of `and` always false: one value cannot be two texts at once, and is always
 * unequal to one of them. Undefined for all else.
 */
export function contradiction(node: Binary): string | undefined {
  const { operator } = node;
  if (operator !== "or" && operator !== "and") return undefined;
  const compared = partsOf(node, operator).flatMap((part) => comparison(part, operator === "or" ? "!=" : "=="));
  const second = compared.find(({ id, value }, index) =>
    compared.some((other, before) => before < index && other.value !== value && other.id === id),
  );
  if (second === undefined) return undefined;
  return operator === "or"
    ? "this condition is always true: the value differs from one of the two at least"
    : "this condition is always false: the value cannot equal both";
}

/** The parts of a chain of one operator, from left to right. */
function partsOf(node: PlanExpression, operator: "or" | "and"): readonly PlanExpression[] {
  if (node.kind !== "binary" || node.operator !== operator) return [node];
  return [...partsOf(node.left, operator), ...partsOf(node.right, operator)];
}

function comparison(node: PlanExpression, operator: "!=" | "=="): readonly Comparison[] {
  if (node.kind !== "binary" || node.operator !== operator) return [];
  const [value, read] = node.left.kind === "constant" ? [node.left, node.right] : [node.right, node.left];
  const key = keyOf(read, [], { resource: "", variables: new Map() });
  return key === undefined || value.kind !== "constant" || value.type.kind === "any"
    ? []
    : [{ id: key.id, value: value.value }];
}
