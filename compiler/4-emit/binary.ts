import type { BinaryOperator } from "../nouns/expression.ts";
import type { PlanExpression } from "../nouns/plan-expression.ts";
import {
  binary,
  call,
  chain,
  coalesce,
  type Expression,
  identifier,
  literal,
  member,
  type Operator,
  quoted,
  unary,
} from "../nouns/typescript.ts";
import { countDefault } from "./decisions.ts";
import { type EmitContext, emitBool, emitExpression, emitNumber } from "./expression.ts";
import { guarded, guardSides } from "./guard.ts";
import { isListed, isNumericRemainder } from "./plain-operator.ts";
import { isBool, isNumber, isString, sameScalars } from "./sure-type.ts";
import { runtimeCall } from "./words.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;
/** How two operands become one expression. */
type Make = (left: Expression, right: Expression) => Expression;

const comparisons: Partial<Record<BinaryOperator, Operator>> = { "<": "<", "<=": "<=", ">": ">", ">=": ">=" };
const arithmetic: Partial<Record<BinaryOperator, Operator>> = { "-": "-", "*": "*", "/": "/", "%": "%", "**": "**" };
const textTests: Partial<Record<BinaryOperator, string>> = {
  contains: "includes",
  startsWith: "startsWith",
  endsWith: "endsWith",
};

/** `left operator right`. */
export function emitBinary(node: Binary, context: EmitContext): Expression {
  const { operator, left, right } = node;
  const comparison = comparisons[operator];
  if (comparison !== undefined) return emitComparison(node, comparison, context);
  const operation = arithmetic[operator];
  if (operation !== undefined) return emitArithmetic(node, operation, context);
  const test = textTests[operator];
  if (test !== undefined) return emitTextTest(node, test, context);
  switch (operator) {
    case "and":
      return binary(emitBool(left, context), "&&", emitExpression(right, context));
    case "or":
      return binary(emitBool(left, context), "||", emitExpression(right, context));
    case "==":
      return emitEquality(node, true, context);
    case "!=":
      return emitEquality(node, false, context);
    case "+":
      return emitSum(node, context);
    case "??":
      return emitDefault(node, context);
    case "in":
      return emitMembership(node, context);
    case "..":
      return runtimeCall("range", sidesOf(node, context));
    case "matches":
      return emitMatches(node, context);
    default:
      throw new Error(`operator without code: ${operator}`);
  }
}

function emitDefault(node: Binary, context: EmitContext): Expression {
  const [left, right] = sidesOf(node, context);
  return countDefault(context, node, { right, value: (given) => coalesce(left, given) });
}

/** Both operands as they are. */
function sidesOf({ left, right }: Binary, context: EmitContext): readonly [Expression, Expression] {
  return [emitExpression(left, context), emitExpression(right, context)];
}

function operation(operator: Operator): Make {
  return (left, right) => binary(left, operator, right);
}

function helper(name: string): Make {
  return (left, right) => runtimeCall(name, [left, right]);
}

const arithmeticHelpers: Partial<Record<BinaryOperator, string>> = {
  "-": "subtract",
  "*": "multiply",
  "%": "modulo",
};

/** Numbers by the operator; where a side may be a date, or a divisor zero, by the runtime library. */
function emitArithmetic(node: Binary, operator: Operator, context: EmitContext): Expression {
  const { left, right } = node;
  const plain = operation(operator);
  if (operator === "%" && !isNumericRemainder(left, right)) return runtimeCall("modulo", sidesOf(node, context));
  if (isNumber(left.type) && isNumber(right.type)) return plain(...sidesOf(node, context));
  const name = arithmeticHelpers[node.operator];
  if (name !== undefined) return emitByTest(node, { plain, checked: helper(name) }, context);
  const sides = guardSides(left, right, context);
  if (sides === undefined) return plain(emitNumber(left, context), emitNumber(right, context));
  return guarded(sides, plain, (first, second) => plain(asNumber(left, first), asNumber(right, second)));
}

function asNumber(node: PlanExpression, value: Expression): Expression {
  return isNumber(node.type) ? value : runtimeCall("number", [value]);
}

interface Ways {
  readonly plain: Make;
  readonly checked: Make;
}

/** By the operator behind a test that both are numbers, where that is worth it; by the runtime library elsewhere. */
function emitByTest(node: Binary, { plain, checked }: Ways, context: EmitContext): Expression {
  const sides = guardSides(node.left, node.right, context);
  return sides === undefined ? checked(...sidesOf(node, context)) : guarded(sides, plain, checked);
}

/** A method of the text; where a side may be nil, the answer is false (Expr). */
function emitTextTest(node: Binary, method: string, context: EmitContext): Expression {
  const [left, right] = sidesOf(node, context);
  if (isString(node.left.type) && isString(node.right.type)) return call(member(left, method), [right]);
  return runtimeCall("textTest", [quoted(method), left, right]);
}

function emitComparison(node: Binary, operator: Operator, context: EmitContext): Expression {
  const plain = operation(operator);
  if (sameScalars(node.left, node.right)) return plain(...sidesOf(node, context));
  const compared = helper("compare");
  const checked: Make = (left, right) => binary(compared(left, right), operator, literal(0));
  return emitByTest(node, { plain, checked }, context);
}

const scalars = new Set(["bool", "string", "int", "float"]);

/** By `===` where one side is nil, a bool or a text: nothing else equals them. Two numbers may be months. */
function emitEquality(node: Binary, wanted: boolean, context: EmitContext): Expression {
  const { left, right } = node;
  const plain = operation(wanted ? "===" : "!==");
  const equal = helper("equal");
  const checked: Make = (first, second) => (wanted ? equal(first, second) : unary("!", equal(first, second)));
  if (isDirectlyComparable(left, right)) return plain(...sidesOf(node, context));
  if (isNumber(left.type) || isNumber(right.type)) return emitByTest(node, { plain, checked }, context);
  return checked(...sidesOf(node, context));
}

function isDirectlyComparable(left: PlanExpression, right: PlanExpression): boolean {
  return (
    [left, right].some(
      ({ kind, type }) => (kind === "constant" && type.kind === "nil") || isString(type) || isBool(type),
    ) ||
    (isNumber(left.type) && isNumber(right.type)) ||
    (left.type.kind === right.type.kind && scalars.has(left.type.kind))
  );
}

function emitSum(node: Binary, context: EmitContext): Expression {
  const plain = operation("+");
  if (sameScalars(node.left, node.right)) return plain(...sidesOf(node, context));
  return emitByTest(node, { plain, checked: helper("add") }, context);
}

/** `x in ["a", "b"]` as `x === "a" || x === "b"`; anything else by the runtime library. */
function emitMembership(node: Binary, context: EmitContext): Expression {
  const { left, right } = node;
  if (right.kind !== "array" || !isListed(left, right.elements)) return runtimeCall("isIn", sidesOf(node, context));
  const subject = emitExpression(left, context);
  return chain(
    "||",
    right.elements.map((option) => binary(subject, "===", emitExpression(option, context))),
  );
}

/** A literal pattern is compiled once, when the module is loaded. */
function emitMatches(node: Binary, context: EmitContext): Expression {
  const { left, right } = node;
  if (right.kind !== "constant" || typeof right.value !== "string")
    return runtimeCall("matches", sidesOf(node, context));
  const subject = emitExpression(left, context);
  const known = context.patterns.get(right.value);
  const name = known?.name ?? context.identifiers.own(identifier`pattern`);
  context.patterns.set(right.value, { name, source: right.value });
  return isString(left.type) ? call(member(name, "test"), [subject]) : runtimeCall("test", [name, subject]);
}

/** A regular expression of the module as a declaration's value. */
export function emitPattern(source: string): Expression {
  return runtimeCall("pattern", [quoted(source)]);
}
