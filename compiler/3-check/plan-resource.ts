import type { KnownComponents } from "../component.ts";
import type { ExecutorField } from "../executor.ts";
import { findExecutor } from "../executors/list.ts";
import { spelling } from "../fixes.ts";
import type {
  PlanAction,
  PlanCondition,
  PlanEntry,
  PlanOnError,
  PlanResource,
  PlanResponse,
  PlanValue,
  ResultShape,
} from "../plan.ts";
import { span } from "../source.ts";
import type {
  ApiResponseSyntax,
  ExecutorSyntax,
  ExpressionSyntax,
  OnErrorSyntax,
  ResourceSyntax,
  ValueSyntax,
} from "../syntax.ts";
import { anyType, type ValueType, withArticle } from "../value-type.ts";
import { chatOptions } from "./chat-options.ts";
import { checkComponentInputs } from "./component-inputs.ts";
import { itemVariables, planItems } from "./items.ts";
import type { WorkflowContext } from "./resolve/context.ts";
import { failureType } from "./resolve/failure-type.ts";
import { literalField } from "./resolve/literal-field.ts";
import { inputKey, knowing, lasting, nonNilWhen } from "./resolve/nil.ts";
import { asText, resolveCondition, resolveSyntax, resolveValue, type ValueContext } from "./resolve/value.ts";
import { type Scripts, withScript } from "./script.ts";

export type { Scripts };

/** All that is needed to plan one resource. */
export interface ResourceContext extends WorkflowContext {
  readonly components: KnownComponents;
  readonly scripts: Scripts;
  /** By id, the reads that are not nil once the resource has ended well; grows from upstream to downstream. */
  readonly asked: Map<string, readonly string[]>;
  /** Ids of resources that run without being called by a chat's model. */
  readonly runsAlone: ReadonlySet<string>;
}

/** Resolves everything a resource says. The options of exec still lack what only all reads together tell. */
export function planResource(resource: ResourceSyntax, workflow: ResourceContext): PlanResource {
  const { validations } = resource;
  const start = startContext(resource, workflow);
  const before = resource.before.map((expression) => resolveSyntax(expression, { ...start, mayStore: true }));
  const skip = conditions(validations.skip, start, false);
  const checks = conditions(validations.check, skip.then, true);
  const here = checks.then;
  workflow.asked.set(resource.id, askedFor(resource, start, here));
  const afterwards = { ...here, ownResultIsThere: true };
  const message = validations.error?.message;
  const items = resource.items && planItems(resource.items, here);
  const forItem = { ...here, variables: itemVariables(items) };
  return {
    id: resource.id,
    span: resource.span,
    description: resource.description,
    resourceType: resourceType(resource),
    requires: workflow.graph.requires(resource.id),
    onDemand: !workflow.runsAlone.has(resource.id),
    routes: validations.routes.map(({ value }) => value),
    methods: validations.methods.map(({ value }) => value),
    before,
    skip: skip.conditions,
    required: validations.required.map(({ value }) => value),
    properties:
      validations.properties.length === 0
        ? undefined
        : Object.fromEntries(validations.properties.map(({ name, schema }) => [name, schema])),
    checks: checks.conditions,
    failureMessage: message && resolveValue(message, skip.then),
    failureCode: validations.error?.code,
    items,
    action: action(resource.executors[0], forItem, workflow),
    response: resource.apiResponse && response(resource.apiResponse, afterwards),
    after: resource.after.map((expression) => resolveSyntax(expression, { ...afterwards, mayStore: true })),
    onError:
      resource.onError && onError(resource.onError, { ...start, variables: forItem.variables, ownResultIsThere: true }),
    result: workflow.shapes.get(resource.id) ?? noResult,
  };
}

function startContext(resource: ResourceSyntax, workflow: ResourceContext): ValueContext {
  const required = resource.validations.required.map(({ value }) => value);
  const validated = resource.validations.properties.map(({ name }) => name);
  const given = workflow.arguments.get(resource.id);
  for (const name of [...required, ...validated]) if (!given?.has(name)) workflow.findings.inputs.add(name);
  return {
    ...workflow,
    resource,
    mayStore: false,
    ownResultIsThere: false,
    variables: new Map(),
    nonNil: new Set([
      ...required.map(inputKey),
      ...workflow.graph.requires(resource.id).flatMap((id) => workflow.asked.get(id) ?? []),
    ]),
    nilIsHandled: false,
  };
}

const noResult: ResultShape = {
  main: undefined,
  type: anyType,
  typeName: undefined,
  optional: false,
  fallback: false,
  each: undefined,
  fallbackName: undefined,
};

function resourceType(resource: ResourceSyntax): string {
  const [executor] = resource.executors;
  if (executor !== undefined) return findExecutor(executor.key)?.resourceType ?? executor.key;
  return resource.apiResponse === undefined ? "expression" : "apiResponse";
}

/** What its checks have asked holds downstream too, unless the resource can be passed over. */
function askedFor(resource: ResourceSyntax, start: ValueContext, here: ValueContext): readonly string[] {
  const { skip, routes, methods } = resource.validations;
  const passes = skip.length + routes.length + methods.length > 0 || (resource.onError?.action ?? "fail") !== "fail";
  return lasting(passes ? start.nonNil : here.nonNil);
}

interface Conditions {
  readonly conditions: readonly PlanCondition[];
  /** What is known when all of them have turned out as they must for the resource to go on. */
  readonly then: ValueContext;
}

function conditions(expressions: readonly ExpressionSyntax[], context: ValueContext, wanted: boolean): Conditions {
  let then = context;
  const resolved = expressions.map((syntax) => {
    const expression = resolveCondition(syntax, then);
    then = knowing(nonNilWhen(expression, wanted), then);
    return { expression, text: syntax.text };
  });
  return { conditions: resolved, then };
}

function action(
  executor: ExecutorSyntax | undefined,
  context: ValueContext,
  { components, scripts }: Pick<ResourceContext, "components" | "scripts">,
): PlanAction | undefined {
  const spec = executor && findExecutor(executor.key);
  if (executor === undefined || spec === undefined) return undefined;
  if (spec.key === "component") return componentAction(executor, context, components);
  const options = [...executor.fields].map(([key, value]) => option(spec.fields[key], key, value, context));
  if (spec.key === "python") return { runtime: "python", options: withScript(executor, options, scripts, context) };
  if (spec.key === "sql") return sqlAction(executor, options);
  return { runtime: spec.runtime, options: spec.key === "chat" ? chatOptions(executor, options, context) : options };
}

/** The connection is an object of the module, not an option. A missing one has been reported. */
function sqlAction(executor: ExecutorSyntax, options: readonly PlanEntry[]): PlanAction {
  const others = options.filter(({ key }) => key !== "connectionName");
  return { runtime: "sql", options: others, connection: literalField(executor, "connectionName") };
}

function option(field: ExecutorField | undefined, key: string, value: ValueSyntax, context: ValueContext): PlanEntry {
  return { key: field?.option ?? key, value: optionValue(field, value, context) };
}

function optionValue(field: ExecutorField | undefined, value: ValueSyntax, context: ValueContext): PlanValue {
  const { fields } = field ?? {};
  if (fields !== undefined && value.kind === "map") {
    const entries = value.entries.map((entry) =>
      option(fields[entry.key.value], entry.key.value, entry.value, context),
    );
    return { kind: "map", entries, span: value.span };
  }
  if (fields !== undefined && value.kind === "list") {
    return { kind: "list", items: value.items.map((item) => optionValue(field, item, context)), span: value.span };
  }
  const resolved = resolveValue(value, context);
  return field?.kind.startsWith("text") ? asText(resolved) : resolved;
}

function componentAction(
  executor: ExecutorSyntax,
  context: ValueContext,
  components: KnownComponents,
): PlanAction | undefined {
  const name = literalField(executor, "name") ?? "";
  const known = components.get(name);
  const inputs = executor.fields.get("with");
  const resolved = inputs && resolveValue(inputs, context);
  const given: readonly PlanEntry[] = resolved?.kind === "map" ? resolved.entries : [];
  if (context.resource?.broken || (known === undefined && components.has(name))) return undefined;
  if (known === undefined) {
    const at = executor.fields.get("name")?.span ?? executor.keySpan;
    const help = `components: ${[...components.keys()].join(", ")}`;
    context.report("unknown-component", at, `unknown component "${name}"`, {
      help,
      ...spelling(name, components.keys(), at),
    });
    return undefined;
  }
  const { manifest, made } = known;
  checkComponentInputs(executor, manifest, given, context.report);
  if (made !== undefined) return { runtime: "component", component: made.place, options: given };
  return manifest.native === undefined ? undefined : { runtime: manifest.native, options: given };
}

function response(syntax: ApiResponseSyntax, context: ValueContext): PlanResponse {
  const start = span(syntax.span.source, syntax.span.start, syntax.span.start);
  return {
    span: syntax.span,
    success: syntax.success ? resolveValue(syntax.success, context) : { kind: "constant", value: true, span: start },
    response: syntax.response ? resolveValue(syntax.response, context) : { kind: "constant", value: null, span: start },
    statusCode: syntax.statusCode && statusCode(syntax.statusCode, context),
    headers: syntax.headers && resolveValue(syntax.headers, context),
  };
}

/** A status is a number, or its digits; which numbers are one, a rule says of what is written out. */
function statusCode(syntax: ValueSyntax, context: ValueContext): PlanValue {
  const value = resolveValue(syntax, context);
  if (value.kind === "expression" && !statusKinds.has(value.expression.type.kind)) {
    const found = withArticle(value.expression.type);
    context.report("type-mismatch", syntax.span, `a status code must be an int, found ${found}`);
  }
  return value;
}

const statusKinds: ReadonlySet<ValueType["kind"]> = new Set(["any", "nil", "int", "float", "string"]);

function onError(syntax: OnErrorSyntax, context: ValueContext): PlanOnError {
  const failed = { ...context, variables: new Map(context.variables).set("error", failureType) };
  return {
    action: syntax.action,
    maxRetries: syntax.maxRetries ?? 3,
    retryDelayMs: syntax.retryDelayMs ?? 1000,
    backoff: syntax.backoff ?? 1,
    when: syntax.when.map((expression) => resolveCondition(expression, failed)),
    expressions: syntax.expressions.map((expression) => resolveSyntax(expression, { ...failed, mayStore: true })),
    fallback: syntax.fallback && resolveValue(syntax.fallback, failed),
  };
}
