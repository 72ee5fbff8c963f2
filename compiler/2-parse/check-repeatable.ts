import type { Expression } from "../nouns/expression.ts";
import { expressionChildren } from "../tree/expression-children.ts";
import { walk } from "../tree/walk.ts";
import { Mistake } from "./mistakes.ts";

const mostNodes = 500;

/**
 * Refuses a large tree where the language reads one operand twice (`a ?: b`, `a < b < c`): nested, each would double the
 * work of every later walk, so that one line of text could keep the compiler busy for ever.
 */
export function checkRepeatable(expression: Expression, place: string): void {
  let count = 0;
  for (const _ of walk([expression], expressionChildren)) {
    count += 1;
    if (count > mostNodes)
      throw new Mistake(`the operand that ${place} repeats is too large`, expression, "name it with let");
  }
}
