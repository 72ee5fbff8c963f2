import type { Expression } from "../../nouns/expression.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type { InputSyntax, ResourceSyntax } from "../../nouns/resource-syntax.ts";
import { anyType, optional, stringType, type ValueType } from "../../nouns/value-type.ts";
import { guess, renaming } from "../../spelling/fixes.ts";
import { isNearMiss, nearest } from "../../spelling/nearest.ts";
import { isEarlier } from "../graph/moment.ts";
import type { Setter } from "../graph/names.ts";
import { isThereFor } from "../graph/same-requests.ts";
import { orDefault } from "./accessors.ts";
import { type ExpressionContext, spanOf } from "./context.ts";
import { currentItem, fromItem } from "./current-item.ts";
import { unknown } from "./expression.ts";
import { joinTypes } from "./operator-type.ts";
import { readResult } from "./read-result.ts";
import { schemaType } from "./schema-type.ts";

type Call = Extract<Expression, { kind: "call" }>;
type StringNode = Extract<Expression, { kind: "string" }>;

const sourceHints = new Set(["body", "param", "header", "env", "file", "filepath", "filetype", "item"]);
/** What `get` reads of the request. */
export const requestParts: ReadonlySet<string> = new Set(["body", "query", "headers"]);

/**
 * `get('<x>')`: an actionId, a stored name, body/query/headers/file, else an input (spec section 3, names). The second
 * argument is a source hint or a default.
 */
export function readName(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const [, second] = node.arguments;
  const hint = second?.kind === "string" && sourceHints.has(second.value) ? second.value : undefined;
  if (hint !== undefined) return readFrom(hint, node, name, context);
  const guarded = second === undefined ? context : { ...context, nilIsHandled: true };
  const value = plainRead(node, name, guarded);
  return second === undefined ? value : orDefault(value, second, context);
}

/** An input by name: declared, or any name where nothing is declared. */
export function readInput(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const [, fallback] = node.arguments;
  const value = input(node, name, context);
  return fallback === undefined ? value : orDefault(value, fallback, context);
}

function plainRead(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const span = spanOf(node, context);
  const argument = argumentsHere(context)?.get(name.value);
  if (argument !== undefined) return readArgument(node, name, argument, context);
  const shape = context.shapes.get(name.value);
  if (shape !== undefined) return readResult({ node, id: name, field: undefined, shape }, context);
  if (context.names.has(name.value)) {
    const reader = context.resource?.id ?? "";
    const { ownResultIsThere, moment } = context;
    context.findings.reads.push({
      kind: "stored",
      reader,
      name: name.value,
      field: undefined,
      span: spanOf(name, context),
      ownResultIsThere,
      moment,
    });
    return { kind: "stored", name: name.value, span, type: storedType(name.value, context) };
  }
  const item = currentItem(node, name.value, context);
  if (item !== undefined) return item;
  if (context.workflow.kind === "component") return input(node, name, context);
  if (requestParts.has(name.value)) {
    context.findings.request.add(name.value);
    return { kind: "request", part: name.value as "body", span, type: anyType };
  }
  if (name.value === "file") return { kind: "file", part: "content", span, type: optional(stringType) };
  return input(node, name, context);
}

/** What all that store the name give it, where they are known; nil too where none is sure to have stored before. */
function storedType(name: string, context: ExpressionContext): ValueType {
  const { names, findings, graph, resource, moment, workflow } = context;
  const setters = names.get(name) ?? [];
  const known = findings.stored.get(name) ?? [];
  const isOwn = (setter: Setter) => setter.resource === resource?.id;
  const isOver = (setter: Setter) => moment !== undefined && isEarlier(setter.moment, moment);
  if (known.length !== setters.length || !setters.filter(isOwn).every(isOver)) return anyType;
  const type = known.reduce(joinTypes);
  const isUpstream = ({ resource: id }: Setter) =>
    graph.isUpstream(id, resource?.id ?? "") && isThereFor(resource, graph.resources.get(id), workflow);
  const certain = setters.some(
    (setter) => (setter.certain && isUpstream(setter)) || (isOwn(setter) && hasStored(setter, resource)),
  );
  return certain ? type : optional(type);
}

/** True where nothing of the resource itself can pass over a `set` of its own that comes before. */
function hasStored({ reached, moment }: Setter, resource: ResourceSyntax | undefined): boolean {
  return reached && (moment.part === "before" || (moment.part === "after" && resource?.onError === undefined));
}

function readFrom(hint: string, node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const span = spanOf(node, context);
  if (hint === "item") return fromItem(node, name, context);
  if (context.workflow.kind === "component" && requestHints.has(hint)) return outOfReach(hint, node, name, context);
  if (hint === "env") context.findings.environment.add(name.value);
  if (hint === "env") return { kind: "environment", name: name.value, span, type: optional(stringType) };
  if (hint === "file") return { kind: "file", part: "content", span, type: optional(stringType) };
  if (hint === "filepath" || hint === "filetype") return { kind: "file", part: hint, span, type: optional(stringType) };
  if (hint === "param" || hint === "header") {
    if (hint === "param") warnNearParameter(name, context);
    const part = hint === "param" ? "query" : "headers";
    const object: PlanExpression = { kind: "request", part, span, type: anyType };
    const key: PlanExpression = { kind: "constant", value: name.value, span, type: stringType };
    return { kind: "member", object, key, optional: true, span, type: anyType };
  }
  return input(node, name, context);
}

/** A component has no request and no file but what it is given as an input. */
const requestHints = new Set(["param", "header", "file", "filepath", "filetype"]);

function outOfReach(hint: string, node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const message = `a component cannot read the ${hint} "${name.value}" of the run: it only knows its inputs`;
  const help = "declare an input under interface.inputs, and let the caller give it";
  context.report("unknown-name", spanOf(node, context), message, { help });
  return unknown(node, context);
}

/** The arguments that a call brings to the resource around, where a chat offers it as a tool. */
function argumentsHere({ resource, ...context }: ExpressionContext): ReadonlyMap<string, ValueType> | undefined {
  return resource === undefined ? undefined : context.arguments.get(resource.id);
}

function readArgument(node: Call, name: StringNode, type: ValueType, context: ExpressionContext): PlanExpression {
  const { resource, findings } = context;
  const id = resource?.id ?? "";
  const used = findings.arguments.get(id) ?? new Set();
  findings.arguments.set(id, used.add(name.value));
  return { kind: "argument", name: name.value, span: spanOf(node, context), type };
}

function input(node: Call, name: StringNode, context: ExpressionContext): PlanExpression {
  const { workflow, names, graph, report, findings } = context;
  const parameters = argumentsHere(context);
  const argument = parameters?.get(name.value);
  if (argument !== undefined) return readArgument(node, name, argument, context);
  const declared = workflow.inputs?.find((candidate) => candidate.name === name.value);
  if (workflow.inputs !== undefined && declared === undefined) {
    const declaredNames = workflow.inputs.map((candidate) => candidate.name);
    const known = [...(parameters?.keys() ?? []), ...declaredNames, ...names.keys(), ...graph.resources.keys()];
    const at = spanOf(name, context);
    const isComponent = workflow.kind === "component";
    const help = `${isComponent ? "inputs" : "declared inputs"}: ${declaredNames.join(", ") || "none"}`;
    const what = isComponent ? "an input of this component" : "a declared input";
    const message = `"${name.value}" is not a resource, a stored name or ${what}`;
    report("unknown-name", at, message, { help, ...guess(name.value, known, at) });
    // Whatever input was meant: its text goes where the expression stands.
    const meant = nearest(name.value, declaredNames) ?? name.value;
    return { kind: "input", name: meant, span: spanOf(node, context), type: anyType };
  }
  if (declared === undefined) warnNearMiss(name, context);
  findings.inputs.add(name.value);
  return { kind: "input", name: name.value, span: spanOf(node, context), type: inputType(declared) };
}

/** The static type of an input: what its schema says, or nil where it need not be given; unknown where undeclared. */
export function inputType(declared: InputSyntax | undefined): ValueType {
  const type = schemaType(declared?.schema);
  return declared?.required === true || declared?.default !== undefined ? type : optional(type);
}

/** An unresolved name is an input; one that is nearly a known name is more likely a slip. */
function warnNearMiss(name: StringNode, { known, report, ...context }: ExpressionContext): void {
  const { resource } = context;
  const parameters = resource === undefined ? undefined : context.arguments.get(resource.id);
  const near = nearest(name.value, parameters?.keys() ?? []) ?? known.nearest(name.value);
  if (near === undefined || !isNearMiss(name.value, near)) return;
  const at = { source: context.source, start: name.start, end: name.end };
  const message = `"${name.value}" is read as an input, but looks like "${near}"`;
  const isOurs = context.graph.resources.has(near) || context.names.has(near);
  report("unknown-name", at, message, {
    severity: "warning",
    help: `did you mean "${near}"? If not, declare it under settings.inputs`,
    suggestion: isOurs ? renaming(name.value, known, at) : undefined,
  });
}

/** A value of the query may have any name; one that is nearly a parameter of the path is more likely a slip. */
function warnNearParameter(name: StringNode, { workflow, resource, report, source }: ExpressionContext): void {
  const bound = resource?.validations.routes.map(({ value }) => value) ?? [];
  const paths = bound.length > 0 ? bound : workflow.routes.map(({ path }) => path);
  const parameters = paths.flatMap((path) => [...path.matchAll(/\/:(\w+)/g)].map(([, parameter = ""]) => parameter));
  const near = parameters.includes(name.value) ? undefined : nearest(name.value, parameters);
  if (near === undefined || !isNearMiss(name.value, near)) return;
  const message = `"${name.value}" is read from the query, but looks like the parameter ":${near}" of the path`;
  const at = { source, start: name.start, end: name.end };
  report("unknown-name", at, message, { severity: "warning", ...guess(name.value, parameters, at) });
}
