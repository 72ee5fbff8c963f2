import type { BinaryOperator } from "../nouns/expression.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";

/** A value that is written out, or known from values that are. */
export type Constant = string | number | boolean | null;

/**
 * The expression with what is known of its operators done: `not true`, `7 % 5`, the branch that a constant condition
 * takes. The checker has put numbers and texts together; what it kept for its messages ends here.
 */
export function fold(node: PlanExpression): PlanExpression {
  if (node.kind === "conditional") {
    const test = constantOf(node.test);
    if (typeof test !== "boolean") return node;
    return fold(test ? node.consequent : node.alternate);
  }
  if (node.kind !== "unary" && node.kind !== "binary") return node;
  const decided = node.kind === "binary" ? foldLogic(node) : undefined;
  if (decided !== undefined) return fold(decided);
  const value = constantOf(node);
  return value === undefined ? node : { kind: "constant", value, span: node.span, type: node.type };
}

/** `and` and `or` with a constant in front: the other side, or the constant. */
function foldLogic({ operator, left, right }: Extract<PlanExpression, { kind: "binary" }>): PlanExpression | undefined {
  if (operator !== "and" && operator !== "or") return undefined;
  const first = constantOf(left);
  if (typeof first !== "boolean") return undefined;
  return first === (operator === "and") ? right : { kind: "constant", value: first, span: left.span, type: left.type };
}

function constantOf(node: PlanExpression): Constant | undefined {
  if (node.kind === "constant") return node.value;
  if (node.kind === "conditional") {
    const folded = fold(node);
    return folded === node ? undefined : constantOf(folded);
  }
  if (node.kind === "unary") return unary(node.operator, constantOf(node.operand));
  if (node.kind !== "binary") return undefined;
  const left = constantOf(node.left);
  const right = left === undefined ? undefined : constantOf(node.right);
  return left === undefined || right === undefined ? undefined : foldBinary(node.operator, left, right);
}

function unary(operator: "not" | "-", operand: Constant | undefined): Constant | undefined {
  if (operator === "not") return typeof operand === "boolean" ? !operand : undefined;
  return typeof operand === "number" ? 0 - operand : undefined;
}

/** What the operator makes of two constants; undefined where that fails, or only the run knows. */
export function foldBinary(operator: BinaryOperator, left: Constant, right: Constant): Constant | undefined {
  if (operator === "==" || operator === "!=")
    return typeof left === typeof right ? (left === right) === (operator === "==") : undefined;
  if (typeof left === "number" && typeof right === "number") return finite(numbers[operator]?.(left, right));
  if (typeof left === "string" && typeof right === "string") return texts[operator]?.(left, right);
  if (typeof left === "boolean" && typeof right === "boolean") return bools[operator]?.(left, right);
  return undefined;
}

function finite(value: number | boolean | undefined): number | boolean | undefined {
  return typeof value === "number" && !Number.isFinite(value) ? undefined : value;
}

type Table<Value, Result> = Partial<
  Readonly<Record<BinaryOperator, (left: Value, right: Value) => Result | undefined>>
>;

const numbers: Table<number, number | boolean> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "**": (left, right) => left ** right,
  "%": (left, right) =>
    Number.isInteger(left) && Number.isInteger(right) && right !== 0 ? (left % right) + 0 : undefined,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
};

const texts: Table<string, string | boolean> = {
  "+": (left, right) => left + right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  contains: (left, right) => left.includes(right),
  startsWith: (left, right) => left.startsWith(right),
  endsWith: (left, right) => left.endsWith(right),
};

const bools: Table<boolean, boolean> = {
  and: (left, right) => left && right,
  or: (left, right) => left || right,
};
