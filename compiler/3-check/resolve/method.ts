import { type MethodSpec, methods } from "../../functions/methods.ts";
import { otherSpelling } from "../../functions/other-spellings.ts";
import { findFunction } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType, errorType, typeName, type ValueType, withArticle } from "../../nouns/value-type.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { goLayout, isLayout } from "../constants/go-layout.ts";
import { countInWords } from "./call.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unguarded, unknown, unknownOf } from "./expression.ts";
import { noteNil } from "./nil.ts";

type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

/** A member of a value, not of a name such as `exec` that only stands in front of functions. */
export function isMethod(callee: Expression, context: ExpressionContext): boolean {
  if (callee.kind !== "member" || callee.property.kind !== "string") return false;
  return callee.object.kind !== "identifier" || context.variables.has(callee.object.name);
}

/** `value.name(…)` of a date, a duration or a time zone; only a run knows the method of a value of unknown type. */
export function resolveMethod(node: Node<"call">, context: ExpressionContext): PlanExpression {
  if (node.callee.kind !== "member" || node.callee.property.kind !== "string") return unknown(node, context);
  const { property, optional } = node.callee;
  const here = unguarded(context);
  const object = resolveExpression(node.callee.object, optional ? { ...context, nilIsHandled: true } : here);
  const { kind } = object.type;
  const method = methods.get(kind)?.get(property.value);
  if (method === undefined && (kind !== "any" || isOfNoType(property.value, object.type))) {
    reportUnknownMethod(property, object.type, context);
    return asFunction(node, object, context);
  }
  const given = node.arguments.map((argument) => resolveExpression(argument, here));
  const call = { kind: "method", object, name: property.value, arguments: given, span: spanOf(node, context) } as const;
  if (method === undefined) return { ...call, type: anyType };
  if (!optional) noteNil(object, context);
  if (!argumentsFit(property, method, given, context)) return unknown(node, context);
  if (method.takesLayout) checkLayout(given[0], context);
  return { ...call, type: method.result };
}

/** A layout without any part of a date gives itself. */
function checkLayout(layout: PlanExpression | undefined, context: ExpressionContext): void {
  if (layout?.kind !== "constant" || typeof layout.value !== "string" || layout.value === "") return;
  if (isLayout(layout.value)) return;
  const message = `the layout "${layout.value}" holds no part of a date: it gives itself`;
  const help = `write the parts as in 2006-01-02 15:04:05: ${goLayout(layout.value) ?? "2006-01-02"}`;
  context.report("wrong-arguments", layout.span, message, { severity: "warning", help });
}

/** `value.trim()`, as far as values are followed through it: the function of that name, if there is one. */
function asFunction(node: Node<"call">, object: PlanExpression, context: ExpressionContext): PlanExpression {
  const name =
    node.callee.kind === "member" && node.callee.property.kind === "string" ? node.callee.property.value : "";
  const meant = findFunction(name)?.implementation;
  const given = node.arguments.map((argument) => resolveExpression(argument, unguarded(context)));
  if (meant?.kind !== "runtime") return unknownOf([object, ...given], node, context);
  const { name: runtime } = meant;
  return { kind: "call", runtime, arguments: [object, ...given], span: spanOf(node, context), type: errorType };
}

/** A value of unknown type has some type in a run, but no type has the method. */
function isOfNoType(name: string, type: ValueType): boolean {
  return !(type.kind === "any" && type.isError) && ![...methods.values()].some((known) => known.has(name));
}

function reportUnknownMethod(property: Node<"string">, type: ValueType, context: ExpressionContext): void {
  const known = [...(methods.get(type.kind)?.keys() ?? [])];
  const message =
    type.kind === "any"
      ? `no value has a method "${property.value}"`
      : `${withArticle({ ...type, optional: false } as ValueType)} has no method "${property.value}"`;
  untyped(context)("unknown-function", spanOf(property, context), message, {
    help: known.length > 0 ? helpOnTimes(property.value, known) : helpOnOthers(property.value),
  });
}

function helpOnTimes(name: string, known: readonly string[]): string {
  return didYouMean(name, known) ?? `methods: ${known.join(", ")}`;
}

/** What others write as a method is a function here. */
function helpOnOthers(name: string): string {
  const spelling = otherSpelling(name) ?? (findFunction(name) === undefined ? undefined : `write ${name}(…)`);
  return spelling ?? "only dates, durations and time zones have methods";
}

function argumentsFit(
  name: Node<"string">,
  { parameters }: MethodSpec,
  given: readonly PlanExpression[],
  context: ExpressionContext,
): boolean {
  const help = `${name.value}(${parameters.map(({ kind }) => kind).join(", ")})`;
  if (given.length !== parameters.length) {
    const message = `${name.value} takes ${countInWords(parameters.length, parameters.length)}, found ${given.length}`;
    untyped(context)("wrong-arguments", spanOf(name, context), message, { help });
    return false;
  }
  const wrong = given.filter(({ type }, index) => type.kind !== "any" && type.kind !== parameters[index]?.kind);
  for (const argument of given) {
    if (!wrong.includes(argument)) noteNil(argument, context);
    else {
      const wanted = parameters[given.indexOf(argument)] ?? anyType;
      const message = `${name.value} takes ${withArticle(wanted)}, found ${typeName(argument.type)}`;
      untyped(context)("wrong-arguments", argument.span, message, { help });
    }
  }
  return wrong.length === 0;
}
