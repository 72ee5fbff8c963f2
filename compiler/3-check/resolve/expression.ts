import { translatePattern } from "../../../runtime-lib/regex.ts";
import type { Expression } from "../../expression.ts";
import { didYouMean } from "../../nearest.ts";
import type { PlanExpression } from "../../plan.ts";
import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
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
  pointer: (node, context) => {
    const name = `#${node.name}`;
    const type = context.variables.get(name);
    const span = spanOf(node, context);
    if (type !== undefined) return { kind: "variable", name, span, type };
    context.report("unknown-name", span, `unknown name "${name}"`, {
      help: "a predicate knows #, #index and, in reduce, #acc",
    });
    return unknown(node, context);
  },
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
  if (test.type.kind !== "bool" && test.type.kind !== "any") {
    context.report("type-mismatch", test.span, `a condition must be a bool, found ${typeName(test.type)}`);
  }
  const consequent = resolveExpression(node.consequent, unguarded(context));
  const alternate = resolveExpression(node.alternate, unguarded(context));
  const type = joinTypes(consequent.type, alternate.type);
  return { kind: "conditional", test, consequent, alternate, span: spanOf(node, context), type };
}

function unary(node: Node<"unary">, context: ExpressionContext): PlanExpression {
  const operand = resolveExpression(node.operand, unguarded(context));
  const span = spanOf(node, context);
  const { kind } = operand.type;
  const fits = kind === "any" || (node.operator === "not" ? kind === "bool" : kind === "int" || kind === "float");
  if (!fits) {
    context.report(
      "type-mismatch",
      span,
      `"${node.operator}" takes a ${node.operator === "not" ? "bool" : "number"}, found ${typeName(operand.type)}`,
    );
    return unknown(node, context);
  }
  if (node.operator === "+") return operand;
  if (operand.kind === "constant" && typeof operand.value === "number" && node.operator === "-") {
    return { kind: "constant", value: 0 - operand.value, span, type: operand.type };
  }
  const type = node.operator === "not" ? boolType : operand.type;
  return { kind: "unary", operator: node.operator, operand, span, type };
}

function binary(node: Node<"binary">, context: ExpressionContext): PlanExpression {
  const nilSide = node.left.kind === "nil" || node.right.kind === "nil";
  const comparesNil = nilSide && (node.operator === "==" || node.operator === "!=");
  const guarded = { ...context, nilIsHandled: true };
  const left = resolveExpression(node.left, node.operator === "??" || comparesNil ? guarded : unguarded(context));
  const rightIsGuarded = comparesNil || (node.operator === "??" && context.nilIsHandled);
  const right = resolveExpression(node.right, rightIsGuarded ? guarded : unguarded(context));
  const span = spanOf(node, context);
  const type = binaryType(node.operator, left.type, right.type);
  if (type === undefined) {
    const message = `"${node.operator}" does not go with ${typeName(left.type)} and ${typeName(right.type)}`;
    context.report("type-mismatch", span, message, { help: conversionHelp(node.operator, left.type, right.type) });
    return unknown(node, context);
  }
  if (node.operator === "matches") checkPattern(right, context);
  if (node.operator === "??" && left.kind === "constant") return left.type.kind === "nil" ? right : { ...left, type };
  return foldLogic(node.operator, left, right) ?? { kind: "binary", operator: node.operator, left, right, span, type };
}

/** A pattern that is written out is read now; the offset in it is that in the file where the text has no escapes. */
function checkPattern(right: PlanExpression, context: ExpressionContext): void {
  if (right.kind !== "constant" || typeof right.value !== "string") return;
  const translation = translatePattern(right.value);
  if (translation.kind === "pattern") return;
  const { start, end } = right.span;
  const plain = end - start === right.value.length + 2;
  const at = plain ? { ...right.span, start: start + 1 + translation.offset, end: end - 1 } : right.span;
  context.report("invalid-regex", at, translation.message);
}

/** `and` and `or` with a constant: Expr leaves out what cannot matter, and so do we. */
function foldLogic(operator: string, left: PlanExpression, right: PlanExpression): PlanExpression | undefined {
  if (operator !== "and" && operator !== "or") return undefined;
  const deciding = operator === "or";
  const sides = [left, right];
  const decided = sides.find((side) => side.kind === "constant" && side.value === deciding);
  if (decided !== undefined) return decided;
  const neutral = sides.findIndex((side) => side.kind === "constant" && side.value === !deciding);
  return neutral === -1 ? undefined : sides[1 - neutral];
}

/** Text where a number is wanted is the usual slip: a command's output is text. */
function conversionHelp(operator: string, left: ValueType, right: ValueType): string | undefined {
  const kinds = new Set([left.kind, right.kind]);
  if (!kinds.has("string") || !(kinds.has("int") || kinds.has("float"))) return undefined;
  return operator === "+" ? "convert one side: int(…), float(…) or string(…)" : "convert the text: int(…) or float(…)";
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
  if (object.open) return anyType;
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

/** A map literal may be asked for keys that it lacks: they are nil. Of two like keys the first counts, as in Expr. */
function mapLiteral(node: Node<"map">, context: ExpressionContext): PlanExpression {
  const pairs = node.pairs.map(({ key, value }) => ({
    key: resolveExpression(key, unguarded(context)),
    value: resolveExpression(value, unguarded(context)),
  }));
  const names = pairs.map(({ key }) => (key.kind === "constant" ? String(key.value) : undefined));
  const first = pairs.filter((_pair, index) => names[index] === undefined || names.indexOf(names[index]) === index);
  const fields = Object.fromEntries(
    first.flatMap(({ key, value }) => (key.kind === "constant" ? [[String(key.value), value.type]] : [])),
  );
  return { kind: "map", pairs: first, span: spanOf(node, context), type: { kind: "map", fields, open: true } };
}
