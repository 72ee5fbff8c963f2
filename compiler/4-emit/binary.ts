import type { BinaryOperator } from "../expression.ts";
import type { PlanExpression } from "../plan.ts";
import { type Code, code, quoted } from "./code.ts";
import {
  type EmitContext,
  emitBool,
  emitExpression,
  emitNumber,
  emitString,
  isNumber,
  isString,
  parenthesized,
} from "./expression.ts";

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
  if (operation !== undefined) return code`${emitNumber(left, context)} ${operation} ${emitNumber(right, context)}`;
  const test = textTests[operator];
  if (test !== undefined) return code`${emitString(left, context)}.${test}(${emitString(right, context)})`;
  switch (operator) {
    case "and":
      return code`${emitBool(left, context)} && ${emitBool(right, context)}`;
    case "or":
      return code`${emitBool(left, context)} || ${emitBool(right, context)}`;
    case "==":
      return emitEquality(node, true, context);
    case "!=":
      return emitEquality(node, false, context);
    case "+":
      return emitSum(node, context);
    case "??":
      return code`(${emitExpression(left, context)} ?? ${emitExpression(right, context)})`;
    case "in":
      return code`flow.isIn(${emitExpression(left, context)}, ${emitExpression(right, context)})`;
    case "..":
      return code`flow.range(${emitExpression(left, context)}, ${emitExpression(right, context)})`;
    case "matches":
      return emitMatches(node, context);
    default:
      throw new Error(`operator without code: ${operator}`);
  }
}

function emitComparison({ left, right }: Binary, operator: Code, context: EmitContext): Code {
  const [first, second] = [emitExpression(left, context), emitExpression(right, context)];
  const direct = (isNumber(left.type) && isNumber(right.type)) || (isString(left.type) && isString(right.type));
  if (direct) return code`${parenthesized(left, first)} ${operator} ${parenthesized(right, second)}`;
  return code`flow.compare(${first}, ${second}) ${operator} 0`;
}

const scalars = new Set(["bool", "string", "int", "float"]);

function emitEquality({ left, right }: Binary, wanted: boolean, context: EmitContext): Code {
  const [first, second] = [emitExpression(left, context), emitExpression(right, context)];
  const nil = [left, right].some((side) => side.kind === "constant" && side.value === null && side.type.kind === "nil");
  const numbers = isNumber(left.type) && isNumber(right.type);
  const direct = nil || numbers || (left.type.kind === right.type.kind && scalars.has(left.type.kind));
  if (direct)
    return code`${parenthesized(left, first)} ${wanted ? code`===` : code`!==`} ${parenthesized(right, second)}`;
  return wanted ? code`flow.equal(${first}, ${second})` : code`!flow.equal(${first}, ${second})`;
}

function emitSum({ left, right }: Binary, context: EmitContext): Code {
  const [first, second] = [emitExpression(left, context), emitExpression(right, context)];
  const direct = (isNumber(left.type) && isNumber(right.type)) || (isString(left.type) && isString(right.type));
  return direct
    ? code`${parenthesized(left, first)} + ${parenthesized(right, second)}`
    : code`flow.add(${first}, ${second})`;
}

/** A literal pattern is compiled once, when the module is loaded. */
function emitMatches({ left, right }: Binary, context: EmitContext): Code {
  const subject = emitString(left, context);
  if (right.kind !== "constant" || typeof right.value !== "string")
    return code`flow.matches(${subject}, ${emitExpression(right, context)})`;
  const known = context.patterns.get(right.value);
  const name = known?.name ?? context.identifiers.make("pattern");
  context.patterns.set(right.value, { name, source: right.value });
  return code`${name}.test(${subject})`;
}

/** A regular expression of the module as a declaration's value. */
export function emitPattern(source: string): Code {
  return code`flow.pattern(${quoted(source)})`;
}
