import type { PlanExpression } from "../../nouns/plan.ts";
import type { Scope } from "../../tree/variables.ts";

/** True for what stands in the expression itself: constants, and lists and keys of maps of them. */
export function isWrittenOut(node: PlanExpression, scope: Scope): boolean {
  switch (node.kind) {
    case "constant":
      return node.type.kind !== "any";
    case "array":
      return node.elements.every((element) => isWrittenOut(element, scope));
    case "map":
      return node.pairs.every(({ key }) => isWrittenOut(key, scope));
    case "binary":
      return node.operator === ".." && isWrittenOut(node.left, scope) && isWrittenOut(node.right, scope);
    case "variable": {
      const bound = scope.variables.get(node.name);
      return bound !== undefined && !bound.element && isWrittenOut(bound.value, bound.scope);
    }
    default:
      return false;
  }
}
