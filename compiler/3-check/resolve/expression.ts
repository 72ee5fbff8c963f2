import type { Expression } from "../../expression.ts";
import { didYouMean } from "../../nearest.ts";
import type { PlanExpression } from "../../plan.ts";
import { unreachable } from "../../unreachable.ts";
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

/**
 * Resolves every name of an expression and types every node. What is wrong is reported; its place is then taken by an
 * `any`, so that one mistake gives one error.
 */
export function resolveExpression(node: Expression, context: ExpressionContext): PlanExpression {
  const at = spanOf(node, context);
  const resolve = (child: Expression) => resolveExpression(child, unguarded(context));
  switch (node.kind) {
    case "nil":
      return { kind: "constant", value: null, span: at, type: nilType };
    case "bool":
      return { kind: "constant", value: node.value, span: at, type: boolType };
    case "int":
      return { kind: "constant", value: node.value, span: at, type: intType };
    case "float":
      return { kind: "constant", value: node.value, span: at, type: floatType };
    case "string":
      return { kind: "constant", value: node.value, span: at, type: stringType };
    case "identifier":
      return identifier(node.name, node, context);
    case "pointer":
    case "predicate":
      return unknown(node, context);
    case "unary":
      return unary(node, context);
    case "binary":
      return binary(node, context);
    case "member":
      return member(node, context);
    case "slice": {
      const object = resolve(node.object);
      const from = node.from === null ? undefined : resolve(node.from);
      const to = node.to === null ? undefined : resolve(node.to);
      return { kind: "slice", object, from, to, span: at, type: object.type };
    }
    case "call":
      return resolveCall(node, context);
    case "conditional": {
      const [test, consequent, alternate] = [node.test, node.consequent, node.alternate].map(resolve) as Triple;
      return {
        kind: "conditional",
        test,
        consequent,
        alternate,
        span: at,
        type: joinTypes(consequent.type, alternate.type),
      };
    }
    case "let":
      return letVariable(node, context);
    case "sequence": {
      const expressions = node.expressions.map(resolve);
      return { kind: "sequence", expressions, span: at, type: expressions.at(-1)?.type ?? nilType };
    }
    case "array": {
      const elements = node.elements.map(resolve);
      return {
        kind: "array",
        elements,
        span: at,
        type: arrayOf(elements.map(({ type }) => type).reduce(joinTypes, elements[0]?.type ?? anyType)),
      };
    }
    case "map":
      return mapLiteral(node, context);
    default:
      return unreachable(node);
  }
}

type Triple = [PlanExpression, PlanExpression, PlanExpression];
type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

/** A value of unknown type, where something could not be resolved. */
export function unknown(node: Expression, context: ExpressionContext): PlanExpression {
  return { kind: "constant", value: null, span: spanOf(node, context), type: anyType };
}

function unguarded(context: ExpressionContext): ExpressionContext {
  return context.nilIsHandled ? { ...context, nilIsHandled: false } : context;
}

function identifier(name: string, node: Expression, context: ExpressionContext): PlanExpression {
  const span = spanOf(node, context);
  const type = context.variables.get(name);
  if (type !== undefined) return { kind: name === "error" ? "failure" : "variable", name, span, type };
  const known =
    context.graph.resources.has(name) ||
    context.names.has(name) ||
    context.workflow.inputs?.some((input) => input.name === name);
  const help = known
    ? `write get('${name}')`
    : (didYouMean(name, context.variables.keys()) ?? `names are read by get('…'); text is quoted: '${name}'`);
  context.report("unknown-name", span, `unknown name "${name}"`, { help });
  return unknown(node, context);
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
