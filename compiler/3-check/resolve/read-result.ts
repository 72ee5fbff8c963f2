import type { Expression } from "../../expression.ts";
import { spelling } from "../../fixes.ts";
import type { PlanExpression, ResultShape } from "../../plan.ts";
import { anyType, optional, type ValueType } from "../../value-type.ts";
import { bareValueType } from "./bare-type.ts";
import { type ExpressionContext, spanOf } from "./context.ts";

type StringNode = Extract<Expression, { kind: "string" }>;

/** A read of a result as it stands in an expression. */
export interface ResultRead {
  /** The whole read. */
  readonly node: Expression;
  /** The argument that names the resource. */
  readonly id: StringNode;
  /** The field after the call; undefined for the bare value. */
  readonly field: StringNode | undefined;
  readonly shape: ResultShape;
}

/** Resolves the read, notes it for the rules over the graph, and reports `unknown-field`. */
export function readResult({ node, id, field, shape }: ResultRead, context: ExpressionContext): PlanExpression {
  const name = field?.value ?? (shape.fallback && shape.main !== undefined ? "value" : shape.main);
  const at = spanOf(node, context);
  context.findings.reads.push({
    kind: "result",
    reader: context.resource?.id ?? "",
    name: id.value,
    field: field?.value,
    span: spanOf(id, context),
    ownResultIsThere: context.ownResultIsThere,
  });
  const type = field === undefined ? bareValueType(shape) : fieldType(field, shape, context);
  const nilable = shape.optional && context.resource?.id !== id.value;
  return {
    kind: "result",
    id: id.value,
    field: name,
    optional: nilable,
    span: at,
    type: nilable ? optional(type) : type,
  };
}

function fieldType(field: StringNode, shape: ResultShape, context: ExpressionContext): ValueType {
  const fields = shape.type.kind === "map" ? shape.type.fields : undefined;
  const type = fields !== undefined && Object.hasOwn(fields, field.value) ? fields[field.value] : undefined;
  if (type !== undefined || fields === undefined) return type ?? anyType;
  const names = Object.keys(fields);
  const message = `the result has no field "${field.value}"`;
  const at = spanOf(field, context);
  const help = `fields: ${names.join(", ")}; the bare value is ${shape.main}: for JSON in it write fromJSON(…)`;
  context.report("unknown-field", at, message, { help, ...spelling(field.value, names, at) });
  return anyType;
}
