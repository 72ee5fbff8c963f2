import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType, stringType } from "../../nouns/value-type.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { unknown } from "./expression.ts";

type Call = Extract<Expression, { kind: "call" }>;
type StringNode = Extract<Expression, { kind: "string" }>;

/** `get('item')` and `get('index')` where there is an item: the same as `item` and `index`. */
export function currentItem(node: Call, name: string, context: ExpressionContext): PlanExpression | undefined {
  if (context.resource?.items === undefined || (name !== "item" && name !== "index")) return undefined;
  const type = context.variables.get(name);
  return type && { kind: "variable", name, span: spanOf(node, context), type };
}

/** `get('<x>', 'item')`: the item itself, its index, or a field of the item. */
export function fromItem(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const direct = currentItem(node, name.value, context);
  if (direct !== undefined) return direct;
  const item = currentItem(node, "item", context);
  if (item === undefined) {
    context.report("unknown-name", spanOf(node, context), "there is no item here", { help: whereItemsAre });
    return unknown(node, context);
  }
  const span = spanOf(name, context);
  const key: PlanExpression = { kind: "constant", value: name.value, span, type: stringType };
  const { type } = item;
  const known = type.kind === "map" && type.fields !== undefined && Object.hasOwn(type.fields, name.value);
  const fieldType = known ? (type.fields?.[name.value] ?? anyType) : anyType;
  return { kind: "member", object: item, key, optional: false, span: spanOf(node, context), type: fieldType };
}

/** Where `item` and `index` may be read. */
export const whereItemsAre =
  "item and index are known in the executor's fields and in onError of a resource with items";
