import { findFunction } from "../../functions/table.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { ResultShape } from "../../nouns/plan-resource.ts";
import { anyType } from "../../nouns/value-type.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { resolveExpression, unguarded } from "./expression.ts";
import { readResult } from "./read-result.ts";

type Member = Extract<Expression, { kind: "member" }>;
type StringNode = Extract<Expression, { kind: "string" }>;

/**
 * `get('<id>').field` and `output('<id>').field` of an executor whose bare value is one field of its result: here the
 * field is picked from the result itself (spec section 3). Undefined for all other members, also for a field that only
 * the bare value can have, such as one of a JSON body.
 */
export function accessorField(node: Member, context: ExpressionContext): PlanExpression | undefined {
  const { object, property } = node;
  if (property.kind !== "string") return undefined;
  const read = resultRead(object, context);
  if (read?.shape.main !== undefined) {
    return isInside(read.shape, property.value) ? undefined : readResult({ node, field: property, ...read }, context);
  }
  return object.kind === "member" && object.computed ? fieldOfItem(object, property, node, context) : undefined;
}

/** `get('<id>')[0].field` of a resource with items: the field of one of its results. */
function fieldOfItem(
  element: Member,
  field: StringNode,
  node: Member,
  context: ExpressionContext,
): PlanExpression | undefined {
  const read = resultRead(element.object, context);
  if (read?.shape.main === undefined || read.shape.each === undefined) return undefined;
  if (isInside(read.shape, field.value)) return undefined;
  const fields = readResult({ node: element.object, field, ...read }, context);
  const key = resolveExpression(element.property, unguarded(context));
  const type = fields.type.kind === "array" ? fields.type.element : anyType;
  return { kind: "member", object: fields, key, optional: element.optional, span: spanOf(node, context), type };
}

/** The resource that a call reads as a whole. */
function resultRead(
  node: Expression,
  context: ExpressionContext,
): { readonly id: StringNode; readonly shape: ResultShape } | undefined {
  if (node.kind !== "call" || node.callee.kind !== "identifier" || node.arguments.length !== 1) return undefined;
  const [id] = node.arguments;
  const { name } = node.callee;
  const { implementation } = findFunction(name) ?? {};
  const readsResult =
    implementation?.kind === "accessor" && ["name", "resource"].includes(String(implementation.access));
  if (!readsResult || id?.kind !== "string") return undefined;
  const shape = context.shapes.get(id.value);
  return shape && { id, shape };
}

/** True for a name that is not a field of the result, where the bare value may have fields itself. */
function isInside({ type, main = "", each }: ResultShape, name: string): boolean {
  const fields = type.kind === "map" ? (type.fields ?? {}) : {};
  const field = fields[main];
  // With items a field is the array of those of all results.
  const bare = each !== undefined && field?.kind === "array" ? field.element.kind : field?.kind;
  return !Object.hasOwn(fields, name) && (bare === "any" || bare === "map");
}
