import type { Expression } from "../../expression.ts";
import type { FunctionSpec } from "../../functions/spec.ts";
import { findFunction, functions, signature } from "../../functions/table.ts";
import { didYouMean } from "../../nearest.ts";
import type { PlanExpression } from "../../plan.ts";
import { anyType, stringType, typeName, type ValueType } from "../../value-type.ts";
import { accessors } from "./accessors.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { resolveExpression, unknown } from "./expression.ts";
import { resolveIteration } from "./iteration.ts";
import { warnOfNil } from "./nil.ts";
import { isOptional } from "./operator-type.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** Resolves a call: an accessor by its own rule, another function to its runtime function. */
export function resolveCall(node: Call, context: ExpressionContext): PlanExpression {
  const name = calledName(node.callee);
  const spec = name === undefined ? undefined : findFunction(name);
  if (spec === undefined && isMethod(node.callee, context)) return resolveMethod(node, context);
  if (spec === undefined) {
    reportUnknown(node, name, context);
    for (const argument of node.arguments) resolveExpression(argument, context);
    return unknown(node, context);
  }
  if (!countFits(node, spec, context)) return unknown(node, context);
  if (spec.implementation.kind === "accessor") return accessors[spec.name]?.(node, context) ?? unknown(node, context);
  if (spec.implementation.kind === "predicate") return resolveIteration(node, spec, context);
  const [first, ...rest] = node.arguments;
  const guarded = { ...context, nilIsHandled: spec.name === "default" };
  const given = [
    ...(first === undefined ? [] : [resolveExpression(first, guarded)]),
    ...rest.map((argument) => resolveExpression(argument, { ...context, nilIsHandled: false })),
  ];
  const fitting = given.map((argument, index) => argumentFits(argument, index, spec, context));
  const type = fitting.every(Boolean) ? resultType(spec, given) : anyType;
  const told = spec.takesKind ? [...given, ...knownKind(given[0])] : given;
  return { kind: "call", runtime: spec.implementation.name, arguments: told, span: spanOf(node, context), type };
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
  if (!parameter.types.some((type) => type.kind === "any")) warnOfNil(argument, context);
  if (kind !== "nil" && isOptional(argument.type)) return true;
  if (
    parameter.types.some(
      (type) => type.kind === "any" || type.kind === kind || (type.kind === "float" && kind === "int"),
    )
  )
    return true;
  const wanted = parameter.types.map(({ kind: name }) => name).join(" or ");
  const message = `${spec.name} takes ${wanted} as "${parameter.name}", found ${typeName(argument.type)}`;
  context.report("wrong-arguments", argument.span, message, { help: signature(spec) });
  return false;
}

/** A member of a value, not of a name such as `exec` that only stands in front of functions. */
function isMethod(callee: Expression, context: ExpressionContext): boolean {
  if (callee.kind !== "member" || callee.property.kind !== "string") return false;
  return callee.object.kind !== "identifier" || context.variables.has(callee.object.name);
}

function resolveMethod(node: Call, context: ExpressionContext): PlanExpression {
  if (node.callee.kind !== "member" || node.callee.property.kind !== "string") return unknown(node, context);
  const here = { ...context, nilIsHandled: false };
  const object = resolveExpression(node.callee.object, here);
  const { value: name } = node.callee.property;
  const given = node.arguments.map((argument) => resolveExpression(argument, here));
  if (object.type.kind !== "any") {
    const message = `a ${typeName(object.type)} has no method "${name}"`;
    context.report("unknown-function", spanOf(node.callee.property, context), message, {
      help: "only dates and durations have methods",
    });
    return unknown(node, context);
  }
  return { kind: "method", object, name, arguments: given, span: spanOf(node, context), type: anyType };
}

/** `get` for `get(…)`, `exec.stderr` for `exec.stderr(…)`; undefined for a method of any other value. */
function calledName(callee: Expression): string | undefined {
  if (callee.kind === "identifier") return callee.name;
  if (callee.kind !== "member" || callee.object.kind !== "identifier" || callee.property.kind !== "string")
    return undefined;
  return `${callee.object.name}.${callee.property.value}`;
}

function reportUnknown(node: Call, name: string | undefined, context: ExpressionContext): void {
  const at = spanOf(node.callee, context);
  if (name === undefined) {
    context.report("unknown-function", at, "only named functions can be called", {
      help: `functions: ${allNames().join(", ")}`,
    });
    return;
  }
  const help = didYouMean(name, allNames()) ?? `functions: ${allNames().join(", ")}`;
  context.report("unknown-function", at, `unknown function "${name}"`, { help });
}

function allNames(): readonly string[] {
  return functions.map((spec) => spec.name);
}

function countFits(node: Call, spec: FunctionSpec, context: ExpressionContext): boolean {
  const least = spec.parameters.filter((parameter) => !parameter.optional).length;
  const most = spec.variadic ? Number.POSITIVE_INFINITY : spec.parameters.length;
  const count = node.arguments.length;
  if (count >= least && count <= most) return true;
  const wanted = least === most ? `${least}` : spec.variadic ? `at least ${least}` : `${least} to ${most}`;
  const message = `${spec.name} takes ${wanted} argument${wanted === "1" ? "" : "s"}, found ${count}`;
  context.report("wrong-arguments", spanOf(node, context), message, { help: signature(spec) });
  return false;
}
