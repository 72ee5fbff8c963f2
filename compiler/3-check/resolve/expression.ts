import type { Expression } from "../../expression.ts";
import { didYouMean } from "../../nearest.ts";
import type { PlanExpression } from "../../plan.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapOf,
  mapType,
  nilType,
  optional,
  stringType,
  typeName,
  type ValueType,
} from "../../value-type.ts";
import { accessorField } from "./accessor-field.ts";
import { resolveCall } from "./call.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { binaryType, joinTypes } from "./operator-type.ts";

type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

type Resolvers = {
  readonly [Kind in Expression["kind"]]: (node: Node<Kind>, context: ExpressionContext) => PlanExpression;
};

const resolvers: Resolvers = {
  nil: (node, context) => constant(null, nilType, node, context),
  bool: (node, context) => constant(node.value, boolType, node, context),
  int: (node, context) => constant(node.value, intType, node, context),
  float: (node, context) => constant(node.value, floatType, node, context),
  string: (node, context) => constant(node.value, stringType, node, context),
  identifier,
  pointer: unknown,
  predicate: unknown,
  unary,
  binary,
  member,
  slice,
  call: resolveCall,
  conditional,
  let: letVariable,
  sequence: (node, context) => {
    const expressions = node.expressions.map((expression) => resolveExpression(expression, unguarded(context)));
    return { kind: "sequence", expressions, span: spanOf(node, context), type: expressions.at(-1)?.type ?? nilType };
  },
  array: (node, context) => {
    const elements = node.elements.map((element) => resolveExpression(element, unguarded(context)));
    const element = elements.map(({ type }) => type).reduce(joinTypes, elements[0]?.type ?? anyType);
    return { kind: "array", elements, span: spanOf(node, context), type: arrayOf(element) };
  },
  map: mapLiteral,
};

/**
 * Resolves every name of an expression and types every node. What is wrong is reported; its place is then taken by an
 * `any`, so that one mistake gives one error.
 */
export function resolveExpression(node: Expression, context: ExpressionContext): PlanExpression {
  return (resolvers[node.kind] as (node: Expression, context: ExpressionContext) => PlanExpression)(node, context);
}

/** A value of unknown type, where something could not be resolved. */
export function unknown(node: Expression, context: ExpressionContext): PlanExpression {
  return { kind: "constant", value: null, span: spanOf(node, context), type: anyType };
}

function unguarded(context: ExpressionContext): ExpressionContext {
  return context.nilIsHandled ? { ...context, nilIsHandled: false } : context;
}

function constant(
  value: string | number | boolean | null,
  type: ValueType,
  node: Expression,
  context: ExpressionContext,
): PlanExpression {
  return { kind: "constant", value, span: spanOf(node, context), type };
}

function identifier(node: Node<"identifier">, context: ExpressionContext): PlanExpression {
  const { name } = node;
  const span = spanOf(node, context);
  const type = context.variables.get(name);
  if (type !== undefined)
    return name === "error" ? { kind: "failure", span, type } : { kind: "variable", name, span, type };
  const { workflow, graph, names } = context;
  const known = graph.resources.has(name) || names.has(name) || workflow.inputs?.some((input) => input.name === name);
  const near = didYouMean(name, context.variables.keys()) ?? `names are read by get('…'); text is quoted: '${name}'`;
  context.report("unknown-name", span, `unknown name "${name}"`, { help: known ? `write get('${name}')` : near });
  return unknown(node, context);
}

function slice(node: Node<"slice">, context: ExpressionContext): PlanExpression {
  const bound = (child: Expression | null) =>
    child === null ? undefined : resolveExpression(child, unguarded(context));
  const object = resolveExpression(node.object, unguarded(context));
  return {
    kind: "slice",
    object,
    from: bound(node.from),
    to: bound(node.to),
    span: spanOf(node, context),
    type: object.type,
  };
}

function conditional(node: Node<"conditional">, context: ExpressionContext): PlanExpression {
  const test = resolveExpression(node.test, unguarded(context));
  const consequent = resolveExpression(node.consequent, unguarded(context));
  const alternate = resolveExpression(node.alternate, unguarded(context));
  const type = joinTypes(consequent.type, alternate.type);
  return { kind: "conditional", test, consequent, alternate, span: spanOf(node, context), type };
}

function unary(node: Node<"unary">, context: ExpressionContext): PlanExpression {
  const operand = resolveExpression(node.operand, unguarded(context));
  const span = spanOf(node, context);
  if (node.operator === "+") return operand;
  if (operand.kind === "constant" && typeof operand.value === "number" && node.operator === "-") {
    return { kind: "constant", value: -operand.value, span, type: operand.type };
  }
  return {
    kind: "unary",
    operator: node.operator,
    operand,
    span,
    type: node.operator === "not" ? boolType : operand.type,
  };
}

function binary(node: Node<"binary">, context: ExpressionContext): PlanExpression {
  const nilSide = node.left.kind === "nil" || node.right.kind === "nil";
  const comparesNil = nilSide && (node.operator === "==" || node.operator === "!=");
  const guarded = { ...context, nilIsHandled: true };
  const left = resolveExpression(node.left, node.operator === "??" || comparesNil ? guarded : unguarded(context));
  const rightIsGuarded = comparesNil || (node.operator === "??" && context.nilIsHandled);
  const right = resolveExpression(node.right, rightIsGuarded ? guarded : unguarded(context));
  return {
    kind: "binary",
    operator: node.operator,
    left,
    right,
    span: spanOf(node, context),
    type: binaryType(node.operator, left.type, right.type),
  };
}

function member(node: Node<"member">, context: ExpressionContext): PlanExpression {
  const accessor = accessorField(node, context);
  if (accessor !== undefined) return accessor;
  const object = resolveExpression(
    node.object,
    node.optional ? { ...context, nilIsHandled: true } : unguarded(context),
  );
  const key = resolveExpression(node.property, unguarded(context));
  const type = memberType(object.type, key, context);
  const nilable = node.optional && "optional" in object.type && object.type.optional === true;
  return {
    kind: "member",
    object,
    key,
    optional: node.optional,
    span: spanOf(node, context),
    type: nilable ? optional(type) : type,
  };
}

/** The type of a field or element; a field that a map of known fields lacks is `unknown-field`. */
export function memberType(object: ValueType, key: PlanExpression, context: ExpressionContext): ValueType {
  if (object.kind === "array") return key.type.kind === "int" ? object.element : anyType;
  if (object.kind !== "map" || object.fields === undefined || key.kind !== "constant") {
    if (object.kind === "string" && key.kind === "constant" && typeof key.value === "string") {
      const message = `a ${typeName(object)} has no field "${key.value}"`;
      context.report("unknown-field", key.span, message, { help: "if the text is JSON, write fromJSON(…) around it" });
    }
    return anyType;
  }
  const name = String(key.value);
  const type = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
  if (type !== undefined) return type;
  const fields = Object.keys(object.fields);
  const help = didYouMean(name, fields) ?? `fields: ${fields.join(", ")}`;
  context.report("unknown-field", key.span, `the value has no field "${name}"`, { help });
  return anyType;
}

function letVariable(node: Node<"let">, context: ExpressionContext): PlanExpression {
  const value = resolveExpression(node.value, unguarded(context));
  const variables = new Map(context.variables).set(node.name, value.type);
  const body = resolveExpression(node.body, { ...unguarded(context), variables });
  return { kind: "let", name: node.name, value, body, span: spanOf(node, context), type: body.type };
}

function mapLiteral(node: Node<"map">, context: ExpressionContext): PlanExpression {
  const pairs = node.pairs.map(({ key, value }) => ({
    key: resolveExpression(key, unguarded(context)),
    value: resolveExpression(value, unguarded(context)),
  }));
  const named = pairs.every(({ key }) => key.kind === "constant");
  const fields = pairs.map(({ key, value }) => [key.kind === "constant" ? String(key.value) : "", value.type] as const);
  return { kind: "map", pairs, span: spanOf(node, context), type: named ? mapOf(Object.fromEntries(fields)) : mapType };
}
