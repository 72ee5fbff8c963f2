import { translatePattern } from "../../../runtime-lib/regex/regex.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { Span } from "../../nouns/source.ts";
import { boolType, typeName, type ValueType } from "../../nouns/value-type.ts";
import { foldBinary } from "../../tree/fold.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unguarded, unknown, unknownOf } from "./expression.ts";
import { knowing, nonNilWhen, noteNil } from "./nil.ts";
import { binaryType } from "./operator-type.ts";

type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

/** `not x`, `-x`, `+x`. */
export function unary(node: Node<"unary">, context: ExpressionContext): PlanExpression {
  const operand = resolveExpression(node.operand, unguarded(context));
  const span = spanOf(node, context);
  const { kind } = operand.type;
  const fits = kind === "any" || (node.operator === "not" ? kind === "bool" : kind === "int" || kind === "float");
  if (!fits) {
    untyped(context)(
      "type-mismatch",
      span,
      `"${node.operator}" takes a ${node.operator === "not" ? "bool" : "number"}, found ${typeName(operand.type)}`,
    );
    return unknown(node, context);
  }
  noteNil(operand, context);
  if (node.operator === "+") return operand;
  if (operand.kind === "constant" && typeof operand.value === "number" && node.operator === "-") {
    return { kind: "constant", value: 0 - operand.value, span, type: operand.type };
  }
  const type = node.operator === "not" ? boolType : operand.type;
  return { kind: "unary", operator: node.operator, operand, span, type };
}

/** `left operator right`. */
export function binary(node: Node<"binary">, context: ExpressionContext): PlanExpression {
  const { operator } = node;
  const [left, right] = sides(node, context);
  const span = spanOf(node, context);
  const type = binaryType(operator, left.type, right.type);
  if (type === undefined) {
    const message = `"${operator}" does not go with ${typeName(left.type)} and ${typeName(right.type)}`;
    untyped(context)("type-mismatch", span, message, { help: conversionHelp(operator, left.type, right.type) });
    return operator === "+" ? unknownOf([left, right], node, context) : unknown(node, context);
  }
  if (operator === "matches") checkPattern(right, node.right, context);
  const whole = { kind: "binary", operator, left, right, span, type } as const;
  return foldNil(whole) ?? foldLogic(whole) ?? foldScalars(whole) ?? whole;
}

/** Both operands; where one decides whether the other is reached, the other knows what the first has asked. */
function sides(node: Node<"binary">, context: ExpressionContext): readonly [PlanExpression, PlanExpression] {
  const { operator } = node;
  const nilSide = node.left.kind === "nil" || node.right.kind === "nil";
  const comparesNil = nilSide && (operator === "==" || operator === "!=");
  const guarded = { ...context, nilIsHandled: true };
  const left = resolveExpression(node.left, operator === "??" || comparesNil ? guarded : unguarded(context));
  const rightIsGuarded = comparesNil || (operator === "??" && context.nilIsHandled);
  const there = knowing(askedBy(operator, left, context), rightIsGuarded ? guarded : unguarded(context));
  const right = resolveExpression(node.right, there);
  // Types that do not go together are one mistake, whether or not there is nil too.
  if (failsOnNil.has(operator) && binaryType(operator, left.type, right.type) !== undefined) {
    noteNil(left, context);
    noteNil(right, there);
  }
  return [left, right];
}

function askedBy(operator: string, left: PlanExpression, context: ExpressionContext): readonly ValueKey[] {
  return operator === "and" || operator === "or" ? nonNilWhen(left, operator === "and", context) : [];
}

/** A pattern that is written out is read now. */
function checkPattern(right: PlanExpression, written: Expression, context: ExpressionContext): void {
  if (right.kind !== "constant" || typeof right.value !== "string") return;
  const translation = translatePattern(right.value);
  if (translation.kind === "pattern") return;
  untyped(context)("invalid-regex", patternSpan(right, written, translation.offset), translation.message);
}

/** From the offset in the pattern to its end; the whole where the pattern is put together from several texts. */
function patternSpan({ span }: PlanExpression, written: Expression, offset: number): Span {
  if (written.kind !== "string") return span;
  const start = written.offsets === undefined ? span.start + 1 + offset : (written.offsets[offset] ?? span.start);
  return { ...span, start, end: Math.max(start, span.end - 1) };
}

type Binary = Extract<PlanExpression, { kind: "binary" }>;

/** `??` after a constant. */
function foldNil({ operator, left, right, type }: Binary): PlanExpression | undefined {
  if (operator !== "??" || left.kind !== "constant") return undefined;
  return left.type.kind === "nil" ? right : { ...left, type };
}

/** `and` and `or` with a constant: Expr leaves out what cannot matter, and so do we. */
function foldLogic({ operator, left, right, span }: Binary): PlanExpression | undefined {
  if (operator !== "and" && operator !== "or") return undefined;
  const deciding = operator === "or";
  const all = [left, right];
  const decided = all.find((side) => side.kind === "constant" && side.value === deciding);
  if (decided !== undefined) return { ...decided, span };
  const neutral = all.findIndex((side) => side.kind === "constant" && side.value === !deciding);
  const other = neutral === -1 ? undefined : all[1 - neutral];
  return other?.kind === "constant" ? { ...other, span } : other;
}

/** Text where a number is wanted is the usual slip: a command's output is text. */
function conversionHelp(operator: string, left: ValueType, right: ValueType): string | undefined {
  const kinds = new Set([left.kind, right.kind]);
  if (operator === "in" && left.kind === "string" && right.kind === "string")
    return "whether a text is part of another: text contains part";
  if (textTests.has(operator)) return kinds.has("array") ? "for an element of an array: element in array" : textHelp;
  if (operator === "or" && right.kind !== "bool" && left.kind !== "bool") return defaultHelp;
  if (wantsBools.has(operator)) return undefined;
  if (isTime(left) !== isTime(right)) return timeHelp;
  if (!kinds.has("string")) return undefined;
  if (operator === "+" && !kinds.has("array") && !kinds.has("nil"))
    return "convert one side: string(…), or the text: int(…) or float(…)";
  return kinds.has("int") || kinds.has("float") ? "convert the text: int(…) or float(…)" : undefined;
}

function isTime({ kind }: ValueType): boolean {
  return kind === "date" || kind === "duration";
}

const textHelp = "both sides are texts: string(…) makes one of any value";
const defaultHelp = "for a value in place of nil write value ?? other, or default(value, other)";
const timeHelp = 'write date("2026-12-31") and duration("1h30m") for dates and durations; string(…) makes text of one';
const textTests: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith", "matches"]);
const wantsBools: ReadonlySet<string> = new Set(["and", "or", "in"]);

/** Numbers and texts that are written out are put together now. */
function foldScalars({ operator, left, right, span, type }: Binary): PlanExpression | undefined {
  if (left.kind !== "constant" || right.kind !== "constant") return undefined;
  const numbers = typeof left.value === "number" && operator !== "%";
  if (!numbers && operator !== "+") return undefined;
  const value = typeof left.value === typeof right.value ? foldBinary(operator, left.value, right.value) : undefined;
  return value === undefined ? undefined : { kind: "constant", value, span, type };
}

const failsOnNil: ReadonlySet<string> = new Set([
  "and",
  "or",
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "..",
  "<",
  "<=",
  ">",
  ">=",
]);
