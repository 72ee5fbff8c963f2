import { findExecutor } from "../../executors/list.ts";
import type { KnownComponents } from "../../nouns/component.ts";
import type { ExecutorField } from "../../nouns/executor.ts";
import type { PlanExpression } from "../../nouns/plan-expression.ts";
import type {
  PlanAction,
  PlanCondition,
  PlanOnError,
  PlanResource,
  PlanResponse,
  ResultShape,
} from "../../nouns/plan-resource.ts";
import type { PlanEntry, PlanValue } from "../../nouns/plan-value.ts";
import type { ApiResponseSyntax, ExecutorSyntax, OnErrorSyntax, ResourceSyntax } from "../../nouns/resource-syntax.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import { span } from "../../nouns/source.ts";
import type { SqlAnswers } from "../../nouns/sql.ts";
import type { ExpressionSyntax, ValueSyntax } from "../../nouns/value-syntax.ts";
import { anyType, type ValueType, withArticle } from "../../nouns/value-type.ts";
import type { ValueKey } from "../../tree/value-key.ts";
import { momentOf } from "../graph/moment.ts";
import { isThereFor } from "../graph/same-requests.ts";
import { untyped, type WorkflowContext } from "../resolve/context.ts";
import { failureType } from "../resolve/failure-type.ts";
import { knowing, lasting, nonNilWhen, requiredKeys } from "../resolve/nil.ts";
import {
  asText,
  resolveCondition,
  resolveSyntax,
  resolveValue,
  type ValueContext,
  valueType,
} from "../resolve/value.ts";
import { itemVariables, planItems } from "./items.ts";

/** All that is needed to plan one resource. */
export interface ResourceContext extends WorkflowContext {
  readonly components: KnownComponents;
  readonly scripts: Scripts;
  readonly statements: SqlAnswers["statements"];
  /** By id, the reads that are not nil once the resource has run and ended well; grows from upstream to downstream. */
  readonly asked: Map<string, readonly ValueKey[]>;
  /** Ids of resources that run without being called by a chat's model. */
  readonly runsAlone: ReadonlySet<string>;
}

/** Resolves everything a resource says. The options of exec still lack what only all reads together show. */
export function planResource(resource: ResourceSyntax, workflow: ResourceContext): PlanResource {
  const { validations } = resource;
  const start = startContext(resource, workflow);
  const before = storing("before", resource.before, start);
  const skip = conditions(validations.skip, { ...start, moment: momentOf("conditions") }, false);
  const checks = conditions(validations.check, skip.then, true);
  const here = checks.then;
  workflow.asked.set(resource.id, askedFor(resource, start, here));
  const message = validations.error?.message;
  const executing = { ...here, moment: momentOf("executor") };
  const items = resource.items && planItems(resource.items, executing);
  const forItem = { ...executing, variables: itemVariables(items) };
  const afterwards = { ...here, ownResultIsThere: resource.executors.length > 0 || resource.broken };
  const after = storing("after", resource.after, afterwards);
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
    after,
    response: resource.apiResponse && response(resource.apiResponse, { ...afterwards, moment: momentOf("response") }),
    onError:
      resource.onError && onError(resource.onError, { ...start, variables: forItem.variables, ownResultIsThere: true }),
    result: workflow.shapes.get(resource.id) ?? noResult,
  };
}

/** The expressions of `before` or `after`, or of `onError`, each evaluated when the one above it is over. */
function storing(
  part: "before" | "after" | "onError",
  expressions: readonly ExpressionSyntax[],
  context: ValueContext,
): readonly PlanExpression[] {
  return expressions.map((expression, index) =>
    resolveSyntax(expression, { ...context, moment: momentOf(part, index), mayStore: true }),
  );
}

function startContext(resource: ResourceSyntax, workflow: ResourceContext): ValueContext {
  const required = resource.validations.required.map(({ value }) => value);
  const validated = resource.validations.properties.map(({ name }) => name);
  const given = workflow.arguments.get(resource.id);
  const before = workflow.graph.requires(resource.id).flatMap((id) => {
    const isThere = isThereFor(resource, workflow.graph.resources.get(id), workflow.workflow);
    return isThere ? (workflow.asked.get(id) ?? []) : [];
  });
  for (const name of [...required, ...validated]) if (!given?.has(name)) workflow.findings.inputs.add(name);
  return {
    ...workflow,
    resource,
    mayStore: false,
    ownResultIsThere: false,
    moment: undefined,
    variables: new Map(),
    nonNil: [...required.flatMap(requiredKeys), ...before],
    nilIsHandled: false,
  };
}

const noResult: ResultShape = {
  main: undefined,
  type: anyType,
  typeName: undefined,
  optional: false,
  skippable: false,
  fallback: false,
  each: undefined,
  fallbackName: undefined,
};

function resourceType(resource: ResourceSyntax): string {
  const [executor] = resource.executors;
  if (executor !== undefined) return findExecutor(executor.key)?.resourceType ?? executor.key;
  return resource.apiResponse === undefined ? "expression" : "apiResponse";
}

/** What its checks have asked holds downstream too, unless the resource can be passed over where those run. */
function askedFor(resource: ResourceSyntax, start: ValueContext, here: ValueContext): readonly ValueKey[] {
  const passes = resource.validations.skip.length > 0 || (resource.onError?.action ?? "fail") !== "fail";
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
    then = knowing(nonNilWhen(expression, wanted, then), then);
    return { expression, text: syntax.text };
  });
  return { conditions: resolved, then };
}

function action(
  executor: ExecutorSyntax | undefined,
  context: ValueContext,
  { components, scripts, statements }: Pick<ResourceContext, "components" | "scripts" | "statements">,
): PlanAction | undefined {
  const spec = executor && findExecutor(executor.key);
  if (executor === undefined || spec === undefined) return undefined;
  const options = [...executor.fields].map(([key, value]) => option(spec.fields[key], key, value, context));
  if (spec.plan === undefined) return { runtime: spec.runtime, options };
  const { resource, report } = context;
  const broken = resource?.broken ?? false;
  return spec.plan(executor, {
    options,
    resource: resource?.id,
    broken,
    components,
    scripts,
    statements,
    shell: context.workflow.shell,
    typeOf: valueType,
    report,
  });
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
    untyped(context)("type-mismatch", syntax.span, `a status code must be an int, found ${found}`);
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
    when: syntax.when.map((expression) => resolveCondition(expression, { ...failed, moment: momentOf("onError", -1) })),
    expressions: storing("onError", syntax.expressions, failed),
    fallback: syntax.fallback && resolveValue(syntax.fallback, { ...failed, moment: momentOf("onError", Infinity) }),
  };
}
