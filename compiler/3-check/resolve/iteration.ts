import { elementOf } from "../../functions/predicates.ts";
import type { FunctionSpec } from "../../functions/spec.ts";
import { signature } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType, errorType, intType } from "../../nouns/value-type.ts";
import { argumentFits, resultType } from "./call.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unknown } from "./expression.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** Resolves a call such as `filter(array, # > 1)`: in the predicate `#` has the type of the array's elements. */
export function resolveIteration(node: Call, spec: FunctionSpec, context: ExpressionContext): PlanExpression {
  const here = { ...context, nilIsHandled: false };
  const [first, second, ...others] = node.arguments;
  const { implementation } = spec;
  if (first === undefined || implementation.kind !== "predicate") return unknown(node, context);
  const array = resolveExpression(first, here);
  const rest = others.map((argument) => resolveExpression(argument, here));
  const variables = new Map(context.variables);
  variables.set("#", elementOf(array.type)).set("#index", intType);
  if (implementation.accumulates) variables.set("#acc", anyType);
  else variables.delete("#acc");
  const body = second?.kind === "predicate" ? second.body : second;
  const predicate = body && resolveExpression(body, { ...here, variables });
  const given = [array, ...(predicate === undefined ? [] : [predicate]), ...rest];
  if (predicate?.type.kind === "nil") {
    const message = `the predicate of ${spec.name} never gives anything but nil`;
    untyped(context)("wrong-arguments", predicate.span, message, { help: signature(spec) });
    return unknown(node, context);
  }
  const fitting = given.map((argument, index) => argumentFits(argument, index, spec, context));
  const type = fitting.every(Boolean) ? resultType(spec, given) : errorType;
  const runtime = predicate === undefined ? implementation.without : undefined;
  if (runtime !== undefined) return { kind: "call", runtime, arguments: [array], span: spanOf(node, context), type };
  return {
    kind: "iteration",
    name: spec.name,
    array,
    predicate,
    rest,
    span: spanOf(node, context),
    type,
  };
}
