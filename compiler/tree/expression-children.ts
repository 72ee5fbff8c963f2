import type { Expression } from "../nouns/expression.ts";
import { unreachable } from "../nouns/unreachable.ts";

/** The expressions directly inside an expression, in source order. */
export function expressionChildren(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "unreadable":
    case "nil":
    case "bool":
    case "int":
    case "float":
    case "string":
    case "identifier":
    case "pointer":
      return [];
    case "unary":
      return [node.operand];
    case "binary":
      return [node.left, node.right];
    case "member":
      return [node.object, node.property];
    case "slice":
      return [node.object, node.from, node.to].filter((child) => child !== null);
    case "call":
      return [node.callee, ...node.arguments];
    case "predicate":
      return [node.body];
    case "conditional":
      return [node.test, node.consequent, node.alternate];
    case "let":
      return [node.value, node.body];
    case "sequence":
      return node.expressions;
    case "array":
      return node.elements;
    case "map":
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    default:
      return unreachable(node);
  }
}
