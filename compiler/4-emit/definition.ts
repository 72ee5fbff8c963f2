import { effectsOf } from "../describe/effects.ts";
import { toolOf } from "../describe/tool.ts";
import type { Plan, PlanComponent } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import type { Schedule } from "../nouns/schedule.ts";
import {
  array,
  code,
  type Entry,
  type Expression,
  identifier,
  literal,
  member,
  object,
  quoted,
} from "../nouns/typescript.ts";
import { variablesIn } from "../tree/variables-in.ts";
import { emitRuntimeCall } from "./action.ts";
import { fingerprintsOf, planHashOf } from "./fingerprints.ts";
import { bodyReads } from "./given.ts";
import { handedOver } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { arrow, emitOnError } from "./resource.ts";
import { emitEntryValue, emitValue } from "./value.ts";
import { flow } from "./words.ts";

/** What a definition depends on beside its plan. */
interface DefinitionOptions {
  readonly compilerVersion: string;
  /** True where the bundle can keep its runs. */
  readonly journal?: boolean | undefined;
  /** True where processes on many machines run it. */
  readonly durable?: boolean | undefined;
}

/** The graph and all else that is data: the value of `definition` in the module. */
export function emitDefinition(
  plan: Plan,
  { compilerVersion, journal = false, durable = false }: DefinitionOptions,
  module: ModuleContext,
): Expression {
  return object([
    ["name", quoted(plan.name)],
    ["version", optionalLiteral(plan.version)],
    ["description", optionalLiteral(plan.description)],
    ["sourceHash", quoted(plan.sourceHash)],
    ["compilerVersion", quoted(compilerVersion)],
    ["target", quoted(plan.target)],
    ["server", literal(plan.server)],
    ["routes", literal(plan.routes)],
    ["requests", plan.server ? literal(requestsOf(plan)) : undefined],
    ["service", plan.server ? emitService(plan, module) : undefined],
    ["concurrency", optionalLiteral(plan.concurrency)],
    ["timeoutMs", optionalLiteral(plan.timeoutMs)],
    ["inputs", emitInputs(plan)],
    ["closedInputs", literal(plan.declaredInputs !== undefined)],
    ["validateInputs", module.validators.get("")],
    [
      "requiredEnvironment",
      literal(plan.requiredEnvironment.map(({ name, span }) => ({ name, place: place(span, module.lines) }))),
    ],
    ["environment", emitEnvironment(plan, module)],
    ["machine", emitMachine(plan, module)],
    ["preflight", emitPreflight(plan, module)],
    ["effects", literal(effectsOf(plan))],
    ["tool", literal(toolOf(plan))],
    ["resources", array(plan.resources.map((resource) => emitGraphLine(resource, module)))],
    ["prints", journal || durable ? literal(fingerprintsOf(plan, compilerVersion)) : undefined],
    ["planHash", durable ? quoted(planHashOf(plan, compilerVersion)) : undefined],
    ["history", optionalLiteral(plan.history || undefined)],
    ["schedule", optionalLiteral(plan.schedule && scheduleOf(plan.schedule))],
    ["components", module.components.size === 0 ? undefined : array([...module.components.values()])],
    // Last: all expressions have been written by now.
    ["places", module.places.emit()],
  ]);
}

/** A component made of resources as data: the value of its constant in the module. */
export function emitComponent(
  { manifest, target, outputs, resources }: PlanComponent,
  module: ModuleContext,
): Expression {
  const inputs = manifest.inputs.map(({ name, type, required, requiredWhen, default: fallback, values }) => ({
    name,
    type: type.kind,
    required: required || undefined,
    requiredWhen,
    default: fallback,
    values,
  }));
  const fields = outputs?.fields.map(({ name, type, required }) => ({
    name,
    type: type.kind,
    required: required ? undefined : false,
  }));
  return object([
    ["name", quoted(manifest.name)],
    ["target", quoted(target)],
    ["inputs", literal(inputs)],
    ["outputs", outputs && literal({ within: outputs.within, fields })],
    ["resources", array(resources.map((resource) => emitGraphLine(resource, module)))],
  ]);
}

/** What a run needs of it: the fields are in the cron expression. */
function scheduleOf({ cron, timeZone, overlap, catchUp }: Schedule): Omit<Schedule, "fields"> {
  return { cron, timeZone, overlap, catchUp };
}

function emitGraphLine(resource: PlanResource, module: ModuleContext): Expression {
  const { id, resourceType, requires, onDemand, onError, result, failureCode } = resource;
  const main = result.fallback && result.main !== undefined ? "value" : result.main;
  return object([
    ["id", quoted(id)],
    ["type", quoted(resourceType)],
    ["place", quoted(module.places.ofResource(resource.span))],
    ["requires", literal(requires)],
    ["main", optionalLiteral(main)],
    ["onDemand", optionalLiteral(onDemand || undefined)],
    ...emitAsked(resource, module),
    ["failureCode", optionalLiteral(failureCode)],
    ["run", module.functions.get(id) ?? identifier`unnamed`],
    ["items", optionalLiteral(resource.items && true)],
    ["onError", onError && emitOnError(onError, resource, module)],
  ]);
}

/** What each request executes. Its body must be a map where fields are read of it and nothing reads it as it is. */
function requestsOf({ requests, resources, declaredInputs }: Plan): readonly unknown[] {
  return requests.map((request) => {
    const { fields, whole } = bodyReads(resources.filter(({ id }) => request.resources.includes(id)));
    const readsFields = fields || (declaredInputs !== undefined && declaredInputs.length > 0 && !whole);
    return { ...request, readsFields: readsFields || undefined };
  });
}

/** What the resource asks of a request: a server looks before anything runs, unless a condition decides first. */
function emitAsked({ id, skip, required }: PlanResource, module: ModuleContext): readonly Entry[] {
  if (!module.server || skip.length > 0) return [];
  return [
    ["required", required.length === 0 ? undefined : literal(required)],
    ["validate", module.validators.get(id)],
  ];
}

function emitInputs(plan: Plan): Expression {
  const isDeclared = plan.declaredInputs !== undefined;
  const inputs = plan.inputs.map(({ name, described }) => {
    if (described === undefined) return { name };
    const { schema, required, default: fallback } = described;
    // What one resource needs, a run that skips it need not be given.
    return { name, schema, required: (isDeclared && required) || undefined, default: fallback };
  });
  return literal(inputs);
}

/** `settings.apiServer` as far as it says something. */
function emitService({ apiServer }: Plan, module: ModuleContext): Expression {
  const { token, ...settings } = apiServer ?? { token: undefined };
  const entries = Object.entries(settings).map(([key, value]): Entry => [key, optionalLiteral(value)]);
  if (token === undefined) return object(entries);
  const span = token.kind === "expression" ? token.expression.span : token.span;
  const from = { variables: variablesIn(token), place: place(span, module.lines) };
  return object([
    ...entries,
    ["token", arrow(headOfStep, module, (context) => emitValue(token, { ...context, secret: true }))],
    ["tokenFrom", literal(from)],
  ]);
}

const headOfStep = code`(step: Step) =>`;

function emitEnvironment({ environment }: Plan, module: ModuleContext): Expression | undefined {
  if (environment.length === 0) return undefined;
  return arrow(headOfStep, module, (context) =>
    object(environment.map((entry) => [entry.key, emitEntryValue(entry, context)])),
  );
}

/** Where the memory is shared, no addon is needed for it. */
function emitMachine(plan: Plan, { isShared }: ModuleContext): Expression | undefined {
  const opensSqlite = !isShared || plan.connections.some(({ drivers }) => drivers.includes("sqlite"));
  const machine = plan.machine.filter((name) => name !== "checkSqlite" || opensSqlite);
  return machine.length === 0 ? undefined : array(machine.map((name) => member(flow, name)));
}

function emitPreflight({ preflight }: Plan, module: ModuleContext): Expression | undefined {
  if (preflight.length === 0) return undefined;
  const calls = preflight.map((action) =>
    arrow(headOfStep, module, (context) => emitRuntimeCall(action, { ...module, ...context })),
  );
  return array(calls);
}

/** The databases of the workflow, by name: the value of `connections` in the module. */
export function emitConnections({ connections }: Plan, module: ModuleContext): Expression {
  return object(
    connections.map(({ name, url, drivers, settings }) => {
      const given = Object.entries(settings).map(([key, value]): Entry => [key, literal(value)]);
      const connect = arrow(headOfStep, module, (context) =>
        handedOver(context, () => emitValue(url, { ...context, secret: true })),
      );
      return [
        name,
        object([
          ["name", quoted(name)],
          ["drivers", array(drivers.map((driver) => member(flow, driver)))],
          ["url", connect],
          ...given,
        ]),
      ];
    }),
  );
}

function optionalLiteral(value: unknown): Expression | undefined {
  return value === undefined ? undefined : literal(value);
}
