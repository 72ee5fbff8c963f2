import type { PlanExpression } from "../../compiler/nouns/plan-expression.ts";
import { checkText } from "./check-text.ts";

/** A condition as the checker gives it: the check of the resource "tested". */
export function conditionOf(expression: string): PlanExpression {
  const text = `settings: { targetActionId: tested, timeout: 1m }\n---\nactionId: tested\nvalidations:\n  check: |-\n    ${expression}\nexec: { command: ls }\n`;
  const { plan, diagnostics } = checkText(text);
  const [check] = plan?.resources[0]?.checks ?? [];
  if (check === undefined) throw new Error(`${expression}: ${diagnostics.map(({ message }) => message).join(", ")}`);
  return check.expression;
}
