import type { PlanItems } from "../../nouns/plan-resource.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { anyType, intType, mapOf, optional, typeName, type ValueType } from "../../nouns/value-type.ts";
import { untyped } from "../resolve/context.ts";
import { joinTypes } from "../resolve/operator-type.ts";
import { resolveValue, type ValueContext, valueType } from "../resolve/value.ts";

/** Resolves `items`: a list, or an expression that gives an array (nil: no items). Anything else is `type-mismatch`. */
export function planItems(syntax: ValueSyntax, context: ValueContext): PlanItems {
  const value = resolveValue(syntax, context);
  const type = valueType(value);
  if (type.kind === "array" || type.kind === "any" || type.kind === "nil") return { value, element: elementOf(value) };
  if (context.resource?.broken) return { value, element: anyType };
  const at = value.kind === "expression" ? value.expression.span : value.span;
  const doubt = syntax.kind === "literal" ? syntax.doubt : undefined;
  const help = value.kind === "constant" ? "write an expression that is not a call as a template: {{ … }}" : undefined;
  untyped(context)("type-mismatch", at, `items must be an array, found ${typeName(type)}`, {
    help: doubt === undefined ? help : doubt.extras.help,
    notes: doubt === undefined ? [] : [doubt],
  });
  return { value, element: anyType };
}

/** What the fields of the executor and `onError` may read: `item` and `index`, where there are items. */
export function itemVariables(items: PlanItems | undefined): ReadonlyMap<string, ValueType> {
  if (items === undefined) return new Map();
  return new Map([
    ["item", items.element],
    ["index", intType],
  ]);
}

/** Maps that are written out have the fields of all together. */
function joinItems(first: ValueType, second: ValueType): ValueType {
  if (first.kind !== "map" || second.kind !== "map" || first.open || second.open) return joinTypes(first, second);
  const [left, right] = [first.fields, second.fields];
  if (left === undefined || right === undefined) return joinTypes(first, second);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const fields = [...names].map((name) => {
    const [one, other] = [left, right].map((map) => (Object.hasOwn(map, name) ? map[name] : undefined));
    return [name, one === undefined || other === undefined ? optional(one ?? other ?? anyType) : joinTypes(one, other)];
  });
  return mapOf(Object.fromEntries(fields) as Record<string, ValueType>);
}

function elementOf(value: PlanValue): ValueType {
  if (value.kind === "list") {
    const [first = anyType, ...others] = value.items.map(valueType);
    return others.reduce(joinItems, first);
  }
  const type = valueType(value);
  return type.kind === "array" ? type.element : anyType;
}
