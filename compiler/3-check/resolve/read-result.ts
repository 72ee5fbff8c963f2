import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { ResultShape } from "../../nouns/plan-resource.ts";
import { anyType, optional, type ValueType } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { isThereFor } from "../graph/same-requests.ts";
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
    moment: context.moment,
  });
  const isOther = context.resource?.id !== id.value;
  // What does not exist yet is reported as `missing-requires`, and has no type that could be wrong too.
  const isEarly = !isOther && !context.ownResultIsThere;
  const known = field === undefined ? bareValueType(shape) : fieldType(field, shape, context);
  const type = isEarly ? anyType : known;
  const sure = isOther && shape.optional && !shape.skippable && isThereWith(id.value, context);
  const nilable = shape.optional && isOther && !sure;
  return {
    kind: "result",
    id: id.value,
    field: name,
    optional: nilable,
    sure,
    span: at,
    type: nilable ? optional(type) : type,
  };
}

/** True where whatever request runs the resource around runs the one that is read, and before it. */
function isThereWith(id: string, { resource, graph, workflow }: ExpressionContext): boolean {
  return graph.isUpstream(id, resource?.id ?? "") && isThereFor(resource, graph.resources.get(id), workflow);
}

function fieldType(field: StringNode, shape: ResultShape, context: ExpressionContext): ValueType {
  const fields = shape.type.kind === "map" ? shape.type.fields : undefined;
  const type = fields !== undefined && Object.hasOwn(fields, field.value) ? fields[field.value] : undefined;
  if (type !== undefined || fields === undefined) return type ?? anyType;
  const names = Object.keys(fields);
  const message = `the result has no field "${field.value}"`;
  const at = spanOf(field, context);
  const help = `fields: ${names.join(", ")}; the bare value is ${shape.main}: for JSON in it write fromJSON(…)`;
  context.report("unknown-field", at, message, { help, ...spelling(field.value, names, at, "fixed") });
  return anyType;
}
