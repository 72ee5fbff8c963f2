import type { Expression } from "../expression.ts";
import { childrenOf } from "./children-of.ts";
import { Mistake } from "./mistakes.ts";

const mostNodes = 500;

/**
 * Refuses a large tree where the language reads one operand twice (`a ?: b`, `a < b < c`): nested, each would double the
 * work of every later walk, so that one line of text could keep the compiler busy for ever.
 */
export function checkRepeatable(expression: Expression, place: string): void {
  const pending: Expression[] = [expression];
  for (let count = 0; pending.length > 0; count += 1) {
    if (count === mostNodes) {
      throw new Mistake(`the operand that ${place} repeats is too large`, expression, "name it with let");
    }
    const node = pending.pop();
    if (node !== undefined) pending.push(...childrenOf(node));
  }
}
