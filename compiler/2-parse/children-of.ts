import type { Expression } from "../expression.ts";

/** The nodes directly below a node, without an order. */
export function childrenOf(node: Expression): Expression[] {
  const found: Expression[] = [];
  for (const value of Object.values(node)) collect(value, found);
  return found;
}

function collect(value: unknown, found: Expression[]): void {
  if (typeof value !== "object" || value === null) return;
  if (isExpression(value)) found.push(value);
  else for (const item of Object.values(value)) collect(item, found);
}

/** Lists and the pairs of a map have no kind. */
function isExpression(value: object): value is Expression {
  return "kind" in value;
}
