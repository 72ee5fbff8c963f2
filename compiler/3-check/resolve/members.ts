import { methods } from "../../functions/methods.ts";
import { otherSpelling } from "../../functions/other-spellings.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType, optional, typeName, type ValueType, withArticle } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { nearest } from "../../spelling/nearest.ts";
import { accessorField } from "./accessor-field.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unguarded, unknownOf } from "./expression.ts";
import { noteNil } from "./nil.ts";
import { readInput } from "./read-name.ts";

type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

/** `object.key`, `object[key]` and both with `?.`. */
export function member(node: Node<"member">, context: ExpressionContext): PlanExpression {
  const accessor = accessorField(node, context) ?? scopeField(node, context) ?? inputField(node, context);
  if (accessor !== undefined) return accessor;
  const object = resolveExpression(
    node.object,
    node.optional ? { ...context, nilIsHandled: true } : unguarded(context),
  );
  const key = resolveExpression(node.property, unguarded(context));
  if (!node.optional) noteNil(object, context);
  const type = memberType(object.type, key, node, context);
  const nilable = node.optional && "optional" in object.type && object.type.optional === true;
  const resulting = nilable ? optional(type) : type;
  return { kind: "member", object, key, optional: node.optional, span: spanOf(node, context), type: resulting };
}

/** `$env.name` is the variable `name`, nil where it lacks one and `?.` allows for that; undefined for all else (Expr). */
function scopeField(node: Node<"member">, context: ExpressionContext): PlanExpression | undefined {
  const { object, property, optional: mayLack } = node;
  if (object.kind !== "identifier" || object.name !== "$env" || property.kind !== "string") return undefined;
  if (!context.variables.has("$env") || (mayLack && !context.variables.has(property.value))) return undefined;
  const { start, end, value: name } = property;
  return resolveExpression({ kind: "identifier", start, end, name }, context);
}

/** `input.name` is the input of that name, as `input('name')` is; undefined for all else. */
function inputField(
  { object, property, ...node }: Node<"member">,
  context: ExpressionContext,
): PlanExpression | undefined {
  const isInput = object.kind === "identifier" && object.name === "input" && !context.variables.has("input");
  if (!isInput || property.kind !== "string" || node.computed) return undefined;
  const { start, end, inner } = node;
  const call = { kind: "call", callee: object, arguments: [property], start, end, ...(inner && { inner }) } as const;
  return readInput(call, property, context);
}

/** `object[from:to]` of an array or a text; the bounds are ints. */
export function slice(node: Node<"slice">, context: ExpressionContext): PlanExpression {
  const object = resolveExpression(node.object, unguarded(context));
  const [from, to] = [node.from, node.to].map((bound) => {
    const resolved = bound === null ? undefined : resolveExpression(bound, unguarded(context));
    if (resolved !== undefined && !isOne(resolved.type, "int")) {
      mismatch(resolved, `the bounds of a slice are ints, found ${typeName(resolved.type)}`, context);
    }
    return resolved;
  });
  if (!isOne(object.type, "array", "string")) {
    mismatch(object, `only arrays and strings have slices, found ${typeName(object.type)}`, context);
    return unknownOf([object], node, context);
  }
  return { kind: "slice", object, from, to, span: spanOf(node, context), type: object.type };
}

/** The type of a field or element; a field that a map of known fields lacks is `unknown-field`. */
function memberType(
  object: ValueType,
  key: PlanExpression,
  { computed }: Node<"member">,
  context: ExpressionContext,
): ValueType {
  switch (object.kind) {
    case "array":
      if (isOne(key.type, "int")) return key.type.kind === "int" ? object.element : anyType;
      if (!computed) return noField(object, key, context, "an element is read by its number, [0]");
      return mismatch(key, `an array is indexed by an int, found ${typeName(key.type)}`, context);
    case "map":
      if (isOne(key.type, "string")) return fieldType(object, key, context);
      return mismatch(key, `the keys of a map are strings, found ${typeName(key.type)}`, context);
    case "string":
      if (isOne(key.type, "int")) return anyType;
      return noField(object, key, context, "if the text is JSON, write fromJSON(…) around it");
    case "bool":
    case "int":
    case "float":
      return noField(object, key, context);
    case "date":
    case "duration":
    case "timezone":
      return noField(object, key, context, helpOnMethods(object, key));
    default:
      return anyType;
  }
}

function fieldType(
  map: Extract<ValueType, { kind: "map" }>,
  key: PlanExpression,
  context: ExpressionContext,
): ValueType {
  if (map.fields === undefined || key.kind !== "constant") return anyType;
  const name = String(key.value);
  const type = Object.hasOwn(map.fields, name) ? map.fields[name] : undefined;
  if (type !== undefined || map.open) return type ?? anyType;
  const fields = Object.keys(map.fields);
  const extras = { help: `fields: ${fields.join(", ")}`, ...spelling(name, fields, key.span) };
  context.report("unknown-field", key.span, `the value has no field "${name}"`, extras);
  return anyType;
}

function noField(object: ValueType, key: PlanExpression, context: ExpressionContext, help?: string): ValueType {
  const name = key.kind === "constant" ? ` "${key.value}"` : "s";
  const spelling = key.kind === "constant" ? otherSpelling(String(key.value)) : undefined;
  const message = `${withArticle({ ...object, optional: false } as ValueType)} has no field${name}`;
  context.report("unknown-field", key.span, message, { help: spelling ?? help });
  return anyType;
}

function helpOnMethods({ kind }: ValueType, key: PlanExpression): string {
  const known = [...(methods.get(kind)?.keys() ?? [])];
  const name = key.kind === "constant" ? String(key.value) : "";
  const near = known.includes(name) ? name : nearest(name, known);
  return near === undefined ? `methods: ${known.join(", ")}` : `write .${near}()`;
}

function mismatch(at: PlanExpression, message: string, context: ExpressionContext): ValueType {
  untyped(context)("type-mismatch", at.span, message);
  return anyType;
}

/** True for these types, and where the type is not known. */
function isOne({ kind }: ValueType, ...kinds: readonly ValueType["kind"][]): boolean {
  return kind === "any" || kinds.includes(kind);
}
