import { findFunction } from "../../functions/table.ts";
import type { Expression, Variable } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import {
  anyType,
  arrayOf,
  boolType,
  errorType,
  floatType,
  intType,
  nilType,
  stringType,
  typeName,
  type ValueType,
} from "../../nouns/value-type.ts";
import { expressionChildren } from "../../tree/expression-children.ts";
import { walk } from "../../tree/walk.ts";
import { resolveCall } from "./call.ts";
import { type ExpressionContext, notePoison, spanOf, untyped } from "./context.ts";
import { failureType } from "./failure-type.ts";
import { member, slice } from "./members.ts";
import { helpOnName } from "./name-help.ts";
import { knowing, nonNilWhen, noteNil } from "./nil.ts";
import { joinTypes } from "./operator-type.ts";
import { binary, unary } from "./operators.ts";

type Node<Kind extends Expression["kind"]> = Extract<Expression, { kind: Kind }>;

type Resolvers = {
  readonly [Kind in Expression["kind"]]: (node: Node<Kind>, context: ExpressionContext) => PlanExpression;
};

const resolvers: Resolvers = {
  unreadable: (node, context) => {
    notePoison("unread", context, spanOf(node, context));
    return unknown(node, context);
  },
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
  return { kind: "constant", value: null, span: spanOf(node, context), type: errorType };
}

/** Stands for what was reported, with the values in it: whatever it is, they may be in what it gives. */
export function unknownOf(
  parts: readonly PlanExpression[],
  node: Expression,
  context: ExpressionContext,
): PlanExpression {
  return { kind: "array", elements: parts, span: spanOf(node, context), type: errorType };
}

/** The context of a part: that nil is dealt with outside does not help inside. */
export function unguarded(context: ExpressionContext): ExpressionContext {
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
  if (type === failureType) return { kind: "failure", span, type };
  if (type !== undefined) return { kind: "variable", name, span, type };
  context.report("unknown-name", span, `unknown name "${name}"`, { help: helpOnName(name, context) });
  return unknown(node, context);
}

function conditional(node: Node<"conditional">, context: ExpressionContext): PlanExpression {
  const test = resolveExpression(node.test, unguarded(context));
  noteNil(test, context);
  if (test.type.kind !== "bool" && test.type.kind !== "any") {
    untyped(context)("type-mismatch", test.span, `a condition must be a bool, found ${typeName(test.type)}`);
  }
  const consequent = resolveExpression(node.consequent, knowing(nonNilWhen(test, true, context), unguarded(context)));
  const alternate = resolveExpression(node.alternate, knowing(nonNilWhen(test, false, context), unguarded(context)));
  const type = joinTypes(consequent.type, alternate.type);
  return { kind: "conditional", test, consequent, alternate, span: spanOf(node, context), type };
}

function letVariable(node: Node<"let">, context: ExpressionContext): PlanExpression {
  const { name } = node.variable;
  refuseRedeclaration(node.variable, context);
  const value = resolveExpression(node.value, unguarded(context));
  const variables = new Map(context.variables).set(name, value.type);
  reportUnused(node, context);
  const body = resolveExpression(node.body, { ...unguarded(context), variables });
  return { kind: "let", name, value, body, span: spanOf(node, context), type: body.type };
}

function reportUnused({ variable, body }: Node<"let">, context: ExpressionContext): void {
  const isRead = [...walk([body], expressionChildren)].some(
    (one) => one.kind === "identifier" && one.name === variable.name,
  );
  if (isRead || variable.name.startsWith("_")) return;
  const message = `nothing reads the variable "${variable.name}"`;
  context.report("unused-name", spanOf(variable, context), message, { help: "remove it, or begin its name with _" });
}

/** A `let` needs a name of its own, as in Expr. */
function refuseRedeclaration(variable: Variable, context: ExpressionContext): void {
  const { name } = variable;
  const taken = context.variables.has(name)
    ? "a variable"
    : findFunction(name) === undefined
      ? undefined
      : "a function";
  if (taken === undefined) return;
  const message = `"${name}" is ${taken} already and cannot be declared by let`;
  context.report("ambiguous-name", spanOf(variable, context), message, { help: "give it another name" });
}

/** A map literal may be asked for keys that it lacks: they are nil. Of two like keys the first counts, as in Expr. */
function mapLiteral(node: Node<"map">, context: ExpressionContext): PlanExpression {
  const pairs = node.pairs.map(({ key, value }) => ({
    key: mapKey(key, context),
    value: resolveExpression(value, unguarded(context)),
  }));
  const names = pairs.map(({ key }) => (key.kind === "constant" ? String(key.value) : undefined));
  reportTwice(
    pairs.map(({ key }) => key),
    context,
  );
  const first = pairs.filter((_pair, index) => names[index] === undefined || names.indexOf(names[index]) === index);
  const fields = Object.fromEntries(
    first.flatMap(({ key, value }) => (key.kind === "constant" ? [[String(key.value), value.type]] : [])),
  );
  return { kind: "map", pairs: first, span: spanOf(node, context), type: { kind: "map", fields, open: true } };
}

function reportTwice(keys: readonly PlanExpression[], context: ExpressionContext): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (key.kind !== "constant") continue;
    const name = String(key.value);
    const message = `the key "${name}" stands twice in this map: the first counts`;
    if (seen.has(name)) context.report("duplicate-key", key.span, message, { severity: "warning" });
    seen.add(name);
  }
}

function mapKey(node: Expression, context: ExpressionContext): PlanExpression {
  const key = resolveExpression(node, unguarded(context));
  if (keyKinds.has(key.type.kind)) return key;
  const message = `the keys of a map are strings, found ${typeName(key.type)}`;
  untyped(context)("type-mismatch", key.span, message);
  return unknown(node, context);
}

/** Numbers and bools become text. */
const keyKinds: ReadonlySet<ValueType["kind"]> = new Set(["any", "string", "int", "float", "bool"]);
