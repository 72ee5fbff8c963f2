import type { Expression } from "../../expression.ts";
import type { PlanExpression, ResultShape } from "../../plan.ts";
import type { ExpressionContext } from "./context.ts";
import { readResult } from "./read-result.ts";

/**
 * `get('<id>').field` and `output('<id>').field` of an executor whose bare value is one field of its result: here the
 * field is picked from the result itself (spec section 3). Undefined for all other members, also for a field that only
 * the bare value can have, such as one of a JSON body.
 */
export function accessorField(
  node: Extract<Expression, { kind: "member" }>,
  context: ExpressionContext,
): PlanExpression | undefined {
  const { object, property } = node;
  if (property.kind !== "string" || object.kind !== "call" || object.callee.kind !== "identifier") return undefined;
  const { name } = object.callee;
  const [id] = object.arguments;
  if ((name !== "get" && name !== "output") || id?.kind !== "string" || object.arguments.length > 1) return undefined;
  const shape = context.shapes.get(id.value);
  if (shape?.main === undefined || isInside(shape, property.value)) return undefined;
  return readResult({ node, id, field: property, shape }, context);
}

/** True for a name that is no field of the result, where the bare value may have fields itself. */
function isInside({ type, main = "" }: ResultShape, name: string): boolean {
  const fields = type.kind === "map" ? (type.fields ?? {}) : {};
  const bare = fields[main]?.kind;
  return !Object.hasOwn(fields, name) && (bare === "any" || bare === "map");
}
