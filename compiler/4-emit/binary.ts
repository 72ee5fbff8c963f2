import type { BinaryOperator } from "../nouns/expression.ts";
import type { PlanExpression } from "../nouns/plan.ts";
import { type Code, code, join, quoted } from "./code.ts";
import {
  type EmitContext,
  emitBool,
  emitDefault,
  emitExpression,
  emitNilable,
  emitNumber,
  emitOperand,
} from "./expression.ts";
import { guarded, guardSides } from "./guard.ts";
import { isListed, isNumericRemainder } from "./plain-operator.ts";
import { isBool, isNumber, isString, sameScalars } from "./sure-type.ts";

type Binary = Extract<PlanExpression, { kind: "binary" }>;

const comparisons: Partial<Record<BinaryOperator, Code>> = {
  "<": code`<`,
  "<=": code`<=`,
  ">": code`>`,
  ">=": code`>=`,
};
const arithmetic: Partial<Record<BinaryOperator, Code>> = {
  "-": code`-`,
  "*": code`*`,
  "/": code`/`,
  "%": code`%`,
  "**": code`**`,
};
const textTests: Partial<Record<BinaryOperator, Code>> = {
  contains: code`includes`,
  startsWith: code`startsWith`,
  endsWith: code`endsWith`,
};

/** `left operator right`. */
export function emitBinary(node: Binary, context: EmitContext): Code {
  const { operator, left, right } = node;
  const comparison = comparisons[operator];
  if (comparison !== undefined) return emitComparison(node, comparison, context);
  const operation = arithmetic[operator];
  if (operation !== undefined) return emitArithmetic(node, operation, context);
  const test = textTests[operator];
  if (test !== undefined) return emitTextTest(node, test, context);
  switch (operator) {
    case "and":
      return code`${emitBool(left, context)} && ${emitOperand(right, context)}`;
    case "or":
      return code`${emitBool(left, context)} || ${emitOperand(right, context)}`;
    case "==":
      return emitEquality(node, true, context);
    case "!=":
      return emitEquality(node, false, context);
    case "+":
      return emitSum(node, context);
    case "??":
      return code`${emitNilable(left, context)} ?? ${emitDefault(right, context)}`;
    case "in":
      return emitMembership(node, context);
    case "..":
      return code`flow.range(${emitExpression(left, context)}, ${emitExpression(right, context)})`;
    case "matches":
      return emitMatches(node, context);
    default:
      throw new Error(`operator without code: ${operator}`);
  }
}

const arithmeticHelpers: Partial<Record<BinaryOperator, Code>> = {
  "-": code`subtract`,
  "*": code`multiply`,
  "%": code`modulo`,
};

/** Numbers by the operator; where a side may be a date, or a divisor zero, by the runtime library. */
function emitArithmetic({ operator, left, right }: Binary, operation: Code, context: EmitContext): Code {
  const plain = (first: Code, second: Code) => code`${first} ${operation} ${second}`;
  if (operator === "%" && !isNumericRemainder(left, right))
    return code`flow.modulo(${emitExpression(left, context)}, ${emitExpression(right, context)})`;
  if (isNumber(left.type) && isNumber(right.type))
    return plain(emitOperand(left, context), emitOperand(right, context));
  const helper = arithmeticHelpers[operator];
  if (helper !== undefined)
    return emitByTest(
      [left, right],
      { plain, checked: (...sides) => code`flow.${helper}(${join(sides, ", ")})` },
      context,
    );
  const sides = guardSides(left, right, context);
  if (sides === undefined) return plain(emitNumber(left, context), emitNumber(right, context));
  return guarded(sides, plain, (first, second) => plain(asNumber(left, first), asNumber(right, second)));
}

function asNumber(node: PlanExpression, value: Code): Code {
  return isNumber(node.type) ? value : code`flow.number(${value})`;
}

interface Ways {
  readonly plain: (left: Code, right: Code) => Code;
  readonly checked: (left: Code, right: Code) => Code;
}

/** By the operator behind a test that both are numbers, where that is worth it; by the runtime library elsewhere. */
function emitByTest(
  [left, right]: readonly [PlanExpression, PlanExpression],
  { plain, checked }: Ways,
  context: EmitContext,
): Code {
  const sides = guardSides(left, right, context);
  if (sides !== undefined) return guarded(sides, plain, checked);
  return checked(emitExpression(left, context), emitExpression(right, context));
}

/** A method of the text; where a side may be nil, the answer is false (Expr). */
function emitTextTest({ left, right }: Binary, method: Code, context: EmitContext): Code {
  if (isString(left.type) && isString(right.type)) {
    return code`${emitOperand(left, context)}.${method}(${emitExpression(right, context)})`;
  }
  return code`flow.textTest("${method}", ${emitExpression(left, context)}, ${emitExpression(right, context)})`;
}

function emitComparison({ left, right }: Binary, operator: Code, context: EmitContext): Code {
  const plain = (first: Code, second: Code) => code`${first} ${operator} ${second}`;
  const checked = (first: Code, second: Code) => code`flow.compare(${first}, ${second}) ${operator} 0`;
  if (sameScalars(left, right)) return plain(emitOperand(left, context), emitOperand(right, context));
  return emitByTest([left, right], { plain, checked }, context);
}

const scalars = new Set(["bool", "string", "int", "float"]);

/** By `===` where one side is nil, a bool or a text: nothing else equals them. Two numbers may be months. */
function emitEquality({ left, right }: Binary, wanted: boolean, context: EmitContext): Code {
  const operator = wanted ? code`===` : code`!==`;
  const plain = (first: Code, second: Code) => code`${first} ${operator} ${second}`;
  const checked = (first: Code, second: Code) => code`${wanted ? code`` : code`!`}flow.equal(${first}, ${second})`;
  if (isDirectlyComparable(left, right)) return plain(emitOperand(left, context), emitOperand(right, context));
  if (isNumber(left.type) || isNumber(right.type)) return emitByTest([left, right], { plain, checked }, context);
  return checked(emitExpression(left, context), emitExpression(right, context));
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

function emitSum({ left, right }: Binary, context: EmitContext): Code {
  const plain = (first: Code, second: Code) => code`${first} + ${second}`;
  const checked = (first: Code, second: Code) => code`flow.add(${first}, ${second})`;
  if (sameScalars(left, right)) return plain(emitOperand(left, context), emitOperand(right, context));
  return emitByTest([left, right], { plain, checked }, context);
}

/** `x in ["a", "b"]` as `x === "a" || x === "b"`; anything else by the runtime library. */
function emitMembership({ left, right }: Binary, context: EmitContext): Code {
  if (right.kind !== "array" || !isListed(left, right.elements))
    return code`flow.isIn(${emitExpression(left, context)}, ${emitExpression(right, context)})`;
  const subject = emitExpression(left, context);
  return join(
    right.elements.map((option) => code`${subject} === ${emitOperand(option, context)}`),
    " || ",
  );
}

/** A literal pattern is compiled once, when the module is loaded. */
function emitMatches({ left, right }: Binary, context: EmitContext): Code {
  const subject = emitExpression(left, context);
  if (right.kind !== "constant" || typeof right.value !== "string")
    return code`flow.matches(${subject}, ${emitExpression(right, context)})`;
  const known = context.patterns.get(right.value);
  const name = known?.name ?? context.identifiers.own(code`pattern`);
  context.patterns.set(right.value, { name, source: right.value });
  return isString(left.type) ? code`${name}.test(${subject})` : code`flow.test(${name}, ${subject})`;
}

/** A regular expression of the module as a declaration's value. */
export function emitPattern(source: string): Code {
  return code`flow.pattern(${quoted(source)})`;
}
