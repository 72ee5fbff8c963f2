import type { FunctionSpec, Parameter } from "../../functions/spec.ts";
import { findFunction, signature } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { errorType, stringType, typeName, type ValueType } from "../../nouns/value-type.ts";
import { calledName } from "../../tree/called-name.ts";
import { resolveAccess } from "./accessors.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unguarded, unknownOf } from "./expression.ts";
import { resolveIteration } from "./iteration.ts";
import { isMethod, resolveMethod } from "./method.ts";
import { noteNil } from "./nil.ts";
import { reportUnknownFunction } from "./unknown-function.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** Resolves a call: an accessor by its own rule, another function to its runtime function. */
export function resolveCall(node: Call, context: ExpressionContext): PlanExpression {
  const name = calledName(node.callee);
  const spec = name === undefined ? undefined : findFunction(name);
  if (spec === undefined && isMethod(node.callee, context)) return resolveMethod(node, context);
  if (spec === undefined) {
    const meant = reportUnknownFunction(node, name, context);
    return misspelled(node, meant, context);
  }
  if (!countFits(node, spec, context)) return misspelled(node, spec, context);
  if (spec.implementation.kind === "accessor") return resolveAccess(node, spec.implementation.access, context);
  if (spec.implementation.kind === "predicate") return resolveIteration(node, spec, context);
  const [first, ...rest] = node.arguments;
  const guarded = { ...context, nilIsHandled: spec.handlesNil === true };
  const given = [
    ...(first === undefined ? [] : [resolveExpression(first, guarded)]),
    ...rest.map((argument) => resolveExpression(argument, { ...context, nilIsHandled: false })),
  ];
  const fitting = given.map((argument, index) => argumentFits(argument, index, spec, context));
  const type = fitting.every(Boolean) ? resultType(spec, given) : errorType;
  const passed = spec.takesKind ? [...given, ...knownKind(given[0])] : given;
  return { kind: "call", runtime: spec.implementation.name, arguments: passed, span: spanOf(node, context), type };
}

/** A call that was reported, as far as values are followed through it: of the function that was most likely meant. */
function misspelled(node: Call, meant: FunctionSpec | undefined, context: ExpressionContext): PlanExpression {
  const given = node.arguments.map((argument) => resolveExpression(argument, unguarded(context)));
  if (meant?.implementation.kind !== "runtime") return unknownOf(given, node, context);
  const { name } = meant.implementation;
  return { kind: "call", runtime: name, arguments: given, span: spanOf(node, context), type: errorType };
}

/** "float" where the argument is known to be one: at run time a float without a fraction looks like an int. */
function knownKind(argument: PlanExpression | undefined): readonly PlanExpression[] {
  const type = argument?.type;
  const float = type?.kind === "float" || (type?.kind === "any" && type.hint === "float");
  return argument !== undefined && float
    ? [{ kind: "constant", value: "float", span: argument.span, type: stringType }]
    : [];
}

/** The type of a call from the types of its arguments. */
export function resultType({ result }: FunctionSpec, given: readonly PlanExpression[]): ValueType {
  return typeof result === "function" ? result(given.map(({ type }) => type)) : result;
}

/** True where the argument's type is one that the parameter takes; else reports `wrong-arguments`. */
export function argumentFits(
  argument: PlanExpression,
  index: number,
  spec: FunctionSpec,
  context: ExpressionContext,
): boolean {
  const parameter = spec.parameters[Math.min(index, spec.parameters.length - 1)];
  const { kind } = argument.type;
  if (parameter === undefined || kind === "any") return true;
  const isAnything = parameter.types.some((type) => type.kind === "any");
  if (isAnything || parameter.types.some((type) => type.kind === kind || (type.kind === "float" && kind === "int"))) {
    if (!isAnything && !parameter.mayBeNil) noteNil(argument, context);
    return isAllowedWord(argument, parameter, spec, context);
  }
  const wanted = parameter.types.map(({ kind: name }) => name).join(" or ");
  const message = `${spec.name} takes ${wanted} as "${parameter.name}", found ${typeName(argument.type)}`;
  untyped(context)("wrong-arguments", argument.span, message, { help: signature(spec) });
  return false;
}

/** False for a text that is written out and that the parameter does not take. */
function isAllowedWord(
  argument: PlanExpression,
  { name, types }: Parameter,
  spec: FunctionSpec,
  context: ExpressionContext,
): boolean {
  const words = types.flatMap((type) => (type.kind === "string" ? (type.values ?? []) : []));
  if (argument.kind !== "constant" || words.length === 0 || words.includes(String(argument.value))) return true;
  const wanted = words.map((word) => `"${word}"`).join(" or ");
  const message = `${spec.name} takes ${wanted} as "${name}", found "${argument.value}"`;
  untyped(context)("wrong-arguments", argument.span, message, { help: signature(spec) });
  return false;
}

function countFits(node: Call, spec: FunctionSpec, context: ExpressionContext): boolean {
  const least = spec.parameters.filter((parameter) => !parameter.optional).length;
  const most = spec.variadic ? Number.POSITIVE_INFINITY : spec.parameters.length;
  const count = node.arguments.length;
  if (count >= least && count <= most) return true;
  // What is piped into the call does not stand in its parentheses, where the author counts.
  const piped = node.piped ? 1 : 0;
  const wanted = countInWords(least - piped, most - piped);
  const message = `${spec.name} takes ${wanted}${piped ? " after a pipe" : ""}, found ${count - piped}`;
  untyped(context)("wrong-arguments", spanOf(node.callee, context), message, { help: signature(spec) });
  return false;
}

/** `1 argument`, `no arguments`, `2 to 3 arguments`, `at least 1 argument`, `at most 1 argument`. */
export function countInWords(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${argumentsInWords(least)}`;
  if (least === 0 && most > 0) return `at most ${argumentsInWords(most)}`;
  return least === most ? argumentsInWords(least) : `${least} to ${argumentsInWords(most)}`;
}

function argumentsInWords(count: number): string {
  return `${count === 0 ? "no" : count} argument${count === 1 ? "" : "s"}`;
}
