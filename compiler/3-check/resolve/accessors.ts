import type { Access, ResultAccess } from "../../functions/spec.ts";
import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import { anyType, mapOf, optional, stringType, textOf, type ValueType } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { didYouMean } from "../../spelling/nearest.ts";
import { calledName } from "../../tree/called-name.ts";
import { type ExpressionContext, spanOf, untyped } from "./context.ts";
import { resolveExpression, unknown } from "./expression.ts";
import { readInput, readName } from "./read-name.ts";
import { readResult } from "./read-result.ts";

type Call = Extract<Expression, { kind: "call" }>;
type StringNode = Extract<Expression, { kind: "string" }>;
type NamedAccessor = (node: Call, name: StringNode, context: ExpressionContext) => PlanExpression;

/** Resolves the call of an accessor. The number of arguments has been checked. */
export function resolveAccess(node: Call, access: Access, context: ExpressionContext): PlanExpression {
  return withName(node, context, typeof access === "string" ? accessors[access] : resultField(access));
}

const accessors: Readonly<Record<Exclude<Access, ResultAccess>, NamedAccessor>> = {
  name: readName,
  store,
  resource: output,
  input: readInput,
  environment,
  fact: info,
};

/** Names are resolved at build time, so the first argument must be written out. */
function withName(node: Call, context: ExpressionContext, accessor: NamedAccessor): PlanExpression {
  const [name] = node.arguments;
  if (name?.kind === "string") return accessor(node, name, context);
  const at = spanOf(name ?? node, context);
  untyped(context)(
    "wrong-arguments",
    at,
    "the first argument must be a name in quotes: names are resolved at build time",
  );
  return unknown(node, context);
}

function store(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const [, argument] = node.arguments;
  const value =
    argument === undefined ? unknown(node, context) : resolveExpression(argument, { ...context, nilIsHandled: false });
  if (!context.mayStore) {
    untyped(context)(
      "wrong-arguments",
      spanOf(node, context),
      "set(…) is only allowed in before, after and onError.expr",
    );
  }
  const { stored } = context.findings;
  const type = storedType(value);
  const types = stored.get(name.value);
  if (types === undefined) stored.set(name.value, [type]);
  else types.push(type);
  return { kind: "store", name: name.value, value, span: spanOf(node, context), type: value.type };
}

/** A map that is written out is asked elsewhere for no fields but its own. */
function storedType(value: PlanExpression): ValueType {
  if (value.kind !== "map" || !value.pairs.every(({ key }) => key.kind === "constant")) return value.type;
  const pairs = value.pairs.map(({ key, value: field }) => [
    key.kind === "constant" ? String(key.value) : "",
    storedType(field),
  ]);
  return mapOf(Object.fromEntries(pairs) as Record<string, ValueType>);
}

function output(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const shape = context.shapes.get(name.value);
  if (shape !== undefined) return readResult({ node, id: name, field: undefined, shape }, context);
  reportUnknownAction(name, context);
  return unknown(node, context);
}

function resultField(access: ResultAccess): NamedAccessor {
  return (node, name, context) => {
    const object = readField(node, name, access, context);
    const [, key] = node.arguments;
    if (access.keyed === undefined || key === undefined || object.kind !== "result") return object;
    const given = resolveExpression(key, { ...context, nilIsHandled: false });
    const type = entryType(object.type, given, context) ?? optional(stringType);
    const entry = entryKey(given, access.keyed);
    return { kind: "member", object, key: entry, optional: true, span: spanOf(node, context), type };
  };
}

/** Reads a field of the result of one executor. */
function readField(
  node: Call,
  name: StringNode,
  { executor, field }: ResultAccess,
  context: ExpressionContext,
): PlanExpression {
  const shape = context.shapes.get(name.value);
  const resource = context.graph.resources.get(name.value);
  const [used, second] = resource?.executors ?? [];
  if (shape === undefined) {
    reportUnknownAction(name, context);
    return unknown(node, context);
  }
  if (resource?.broken || second !== undefined) return unknown(node, context);
  if (used?.key !== executor) {
    const found = used === undefined ? "has no executor" : `runs ${used.key}`;
    const notes = [{ message: `"${name.value}"`, span: resource?.span ?? spanOf(name, context) }];
    const message = `${calledName(node.callee)} reads a resource that runs ${executor}, but "${name.value}" ${found}`;
    context.report("wrong-executor", spanOf(name, context), message, { notes });
    return unknown(node, context);
  }
  const property: StringNode = { kind: "string", value: field, start: node.start, end: node.end };
  return readResult({ node, id: name, field: property, shape }, context);
}

/** A key that has no case, as the entries have it. */
function entryKey(given: PlanExpression, runtime: string): PlanExpression {
  return given.kind === "constant"
    ? { ...given, value: String(given.value).toLowerCase() }
    : { kind: "call", runtime, arguments: [given], span: given.span, type: stringType };
}

/** The type of an entry that a schema knows; a name that is nearly a known one is most likely a slip. */
function entryType(object: ValueType, key: PlanExpression, context: ExpressionContext): ValueType | undefined {
  const fields = object.kind === "map" ? (object.fields ?? {}) : {};
  if (key.kind !== "constant") return undefined;
  const name = String(key.value);
  const lower = name.toLowerCase();
  if (Object.hasOwn(fields, lower)) return fields[lower];
  const help = didYouMean(lower, Object.keys(fields));
  const message = `the schema knows no header "${name}"`;
  if (help !== undefined) context.report("unknown-field", key.span, message, { help, severity: "warning" });
  return undefined;
}

function environment(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const [, fallback] = node.arguments;
  const span = spanOf(node, context);
  if (name.value === "" || name.value.includes("=")) {
    const message = `no environment variable can have the name "${name.value}"`;
    untyped(context)("wrong-arguments", spanOf(name, context), message);
    return unknown(node, context);
  }
  const { requiredEnvironment } = context.findings;
  context.findings.environment.add(name.value);
  const missing = fallback === undefined && !context.nilIsHandled;
  if (missing && !requiredEnvironment.has(name.value)) requiredEnvironment.set(name.value, span);
  const read: PlanExpression = {
    kind: "environment",
    name: name.value,
    span,
    type: missing ? stringType : optional(stringType),
  };
  return fallback === undefined ? read : orDefault(read, fallback, context);
}

/** `value ?? fallback`, as a second argument that is a default means. */
export function orDefault(value: PlanExpression, fallback: Expression, context: ExpressionContext): PlanExpression {
  const right = resolveExpression(fallback, { ...context, nilIsHandled: false });
  return { kind: "binary", operator: "??", left: value, right, span: value.span, type: anyType };
}

/** Methods of the requests that a server answers. */
const requestMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** All that `info` gives, by name. */
export const facts: Readonly<Record<string, ValueType>> = {
  timestamp: stringType,
  id: stringType,
  runId: stringType,
  dir: stringType,
  workflowId: stringType,
  version: optional(stringType),
  method: optional(textOf(requestMethods)),
  path: optional(stringType),
  ip: optional(stringType),
};

function info(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const type = Object.hasOwn(facts, name.value) ? facts[name.value] : undefined;
  if (type !== undefined) return { kind: "info", name: name.value, span: spanOf(node, context), type };
  const known = Object.keys(facts);
  const at = spanOf(name, context);
  const extras = { help: `known: ${known.join(", ")}`, ...spelling(name.value, known, at, "fixed") };
  untyped(context)("wrong-arguments", at, `info does not know "${name.value}"`, extras);
  return unknown(node, context);
}

function reportUnknownAction(name: StringNode, context: ExpressionContext): void {
  const at = spanOf(name, context);
  const meant = spelling(name.value, context.graph.resources.keys(), at);
  context.report("unknown-action", at, `there is no resource "${name.value}"`, meant);
}
