import type { Expression } from "../../expression.ts";
import type { PlanExpression, ResultShape } from "../../plan.ts";
import type { ExpressionContext } from "./context.ts";
import { readResult } from "./read-result.ts";

/**
 * `get('<id>').field` and `output('<id>').field` of an executor whose bare value is one field of its result: here the
 * field is picked from the result itself (spec section 3). Undefined for all other members, and for fields of the bare
 * value where that may be a map.
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
  if (shape?.main === undefined || isOfValue(property.value, shape)) return undefined;
  return readResult({ node, id, field: property, shape }, context);
}

/** A field that the result does not have is one of its bare value, where that is not known to have none. */
function isOfValue(field: string, { main, type }: ResultShape): boolean {
  const fields = type.kind === "map" ? (type.fields ?? {}) : {};
  if (Object.hasOwn(fields, field)) return false;
  const kind = main === undefined ? undefined : fields[main]?.kind;
  return kind === "any" || kind === "map";
}
