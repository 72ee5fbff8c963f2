import type { Expression } from "../../compiler/nouns/expression.ts";
import { unreachable } from "../../compiler/nouns/unreachable.ts";

/** An expression as text, with parentheses around all that has parts: what is parsed of it is the same tree. */
export function printExpression(node: Expression): string {
  switch (node.kind) {
    case "unreadable":
      throw new Error("what cannot be read has no text");
    case "nil":
      return "nil";
    case "bool":
    case "int":
      return String(node.value);
    case "float":
      return /[.e]/.test(String(node.value)) ? String(node.value) : `${node.value}.0`;
    case "string":
      return JSON.stringify(node.value);
    case "identifier":
      return node.name;
    case "pointer":
      return `#${node.name}`;
    case "unary":
      return node.operator === "not"
        ? `(not ${printExpression(node.operand)})`
        : `(${node.operator}${printExpression(node.operand)})`;
    case "binary":
      return `(${printExpression(node.left)} ${node.operator} ${printExpression(node.right)})`;
    case "conditional":
      return `(${printExpression(node.test)} ? ${printExpression(node.consequent)} : ${printExpression(node.alternate)})`;
    case "let":
      return `(let ${node.variable.name} = ${printExpression(node.value)}; ${printExpression(node.body)})`;
    case "sequence":
      return `(${node.expressions.map(printExpression).join("; ")})`;
    case "predicate":
      return `{${printExpression(node.body)}}`;
    case "array":
      return `[${list(node.elements)}]`;
    case "map":
      return `{${node.pairs.map(({ key, value }) => `${printKey(key)}: ${printExpression(value)}`).join(", ")}}`;
    case "call":
      return `${printExpression(node.callee)}(${list(node.arguments)})`;
    case "member":
      return printMember(node);
    case "slice":
      return `${printObject(node.object)}[${printBound(node.from)}:${printBound(node.to)}]`;
    default:
      return unreachable(node);
  }
}

function printMember(node: Expression & { readonly kind: "member" }): string {
  const object = printObject(node.object);
  if (node.computed) return `${object}${node.optional ? "?." : ""}[${printExpression(node.property)}]`;
  if (node.property.kind !== "string") throw new Error("the name of a member is a string");
  return `${object}${node.optional ? "?." : "."}${node.property.value}`;
}

/** A number, a bool or nil takes no member as it stands. */
function printObject(node: Expression): string {
  const text = printExpression(node);
  return ["nil", "bool", "int", "float"].includes(node.kind) ? `(${text})` : text;
}

function printKey(key: Expression): string {
  return key.kind === "string" ? printExpression(key) : `(${printExpression(key)})`;
}

function printBound(bound: Expression | null): string {
  return bound === null ? "" : printExpression(bound);
}

function list(items: readonly Expression[]): string {
  return items.map(printExpression).join(", ");
}
