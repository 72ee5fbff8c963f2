import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { planChildren } from "../../tree/plan-expressions.ts";
import type { Scope } from "../../tree/variables.ts";
import { walk } from "../../tree/walk.ts";

/**
 * True for what stands in the expression itself: constants, lists and keys of maps of them, and what functions make of
 * these; `isConstant` says it of stored names.
 */
export function isWrittenOut(
  node: PlanExpression,
  scope: Scope,
  isConstant: (name: string) => boolean = () => false,
): boolean {
  const isOut = (part: PlanExpression) => isWrittenOut(part, scope, isConstant);
  switch (node.kind) {
    case "constant":
      return node.type.kind !== "any";
    case "array":
      return node.elements.every(isOut);
    case "map":
      return node.pairs.every(({ key }) => isOut(key));
    case "binary":
      return (node.operator === ".." || node.operator === "+") && isOut(node.left) && isOut(node.right);
    case "stored":
      return isConstant(node.name);
    case "call":
      // Of a map only the keys are looked at, and functions such as `values` give more.
      return (
        node.arguments.length > 0 && [...walk(node.arguments, planChildren)].every(({ kind }) => plainKinds.has(kind))
      );
    case "variable": {
      const bound = scope.variables.get(node.name);
      return bound !== undefined && !bound.element && isWrittenOut(bound.value, bound.scope, isConstant);
    }
    default:
      return false;
  }
}

const plainKinds: ReadonlySet<PlanExpression["kind"]> = new Set(["constant", "array"]);
