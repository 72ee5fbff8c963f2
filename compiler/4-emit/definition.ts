import { effectsOf } from "../describe/effects.ts";
import { toolOf } from "../describe/tool.ts";
import type { Plan, PlanComponent, PlanResource } from "../nouns/plan.ts";
import { emitRuntimeCall } from "./action.ts";
import { type Code, code, join, list, literal, object, propertyAccess, propertyKey, quoted } from "./code.ts";
import { bodyReads } from "./given.ts";
import { handedOver } from "./mark.ts";
import { type ModuleContext, place } from "./module-context.ts";
import { arrow, emitOnError } from "./resource.ts";
import { emitEntryValue, emitValue } from "./value.ts";

/** The graph and all else that is data: the value of `definition` in the module. */
export function emitDefinition(plan: Plan, compilerVersion: string, module: ModuleContext): Code {
  const inputValidator = module.validators.get("");
  const entries: readonly (readonly [string, Code | undefined])[] = [
    ["name", quoted(plan.name)],
    ["version", optionalText(plan.version)],
    ["description", optionalText(plan.description)],
    ["sourceHash", quoted(plan.sourceHash)],
    ["compilerVersion", quoted(compilerVersion)],
    ["target", quoted(plan.target)],
    ["server", literal(plan.server)],
    ["routes", literal(plan.routes)],
    ["requests", plan.server ? literal(requestsOf(plan)) : undefined],
    ["service", plan.server ? emitService(plan, module) : undefined],
    ["concurrency", optionalNumber(plan.concurrency)],
    ["timeoutMs", optionalNumber(plan.timeoutMs)],
    ["inputs", emitInputs(plan)],
    ["closedInputs", literal(plan.declaredInputs !== undefined)],
    ["validateInputs", inputValidator && code`validators.${inputValidator}`],
    [
      "requiredEnvironment",
      literal(plan.requiredEnvironment.map(({ name, span }) => ({ name, place: place(span, module.lines) }))),
    ],
    ["environment", emitEnvironment(plan, module)],
    ["machine", plan.machine.length === 0 ? undefined : emitMachine(plan)],
    ["preflight", emitPreflight(plan, module)],
    ["effects", literal(effectsOf(plan))],
    ["tool", literal(toolOf(plan))],
    [
      "resources",
      list(
        code`[`,
        plan.resources.map((resource) => emitGraphLine(resource, module)),
        code`]`,
      ),
    ],
    ["components", module.components.size === 0 ? undefined : list(code`[`, [...module.components.values()], code`]`)],
    // Last: all expressions have been written by now.
    ["places", module.places.emit()],
  ];
  return object(entries.flatMap(([key, value]) => (value === undefined ? [] : [code`${propertyKey(key)}: ${value}`])));
}

/** A component made of resources as data: the value of its constant in the module. */
export function emitComponent({ manifest, target, outputs, resources }: PlanComponent, module: ModuleContext): Code {
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
    code`name: ${quoted(manifest.name)}`,
    code`target: ${quoted(target)}`,
    code`inputs: ${literal(inputs)}`,
    ...(outputs === undefined ? [] : [code`outputs: ${literal({ within: outputs.within, fields })}`]),
    code`resources: ${list(
      code`[`,
      resources.map((resource) => emitGraphLine(resource, module)),
      code`]`,
    )}`,
  ]);
}

function emitGraphLine(resource: PlanResource, module: ModuleContext): Code {
  const { id, resourceType, requires, onDemand, onError, result, failureCode } = resource;
  const main = result.fallback && result.main !== undefined ? "value" : result.main;
  const entries = [
    code`id: ${quoted(id)}`,
    code`type: ${quoted(resourceType)}`,
    code`place: ${quoted(module.places.ofResource(resource.span))}`,
    code`requires: ${literal(requires)}`,
    ...(main === undefined ? [] : [code`main: ${quoted(main)}`]),
    ...(onDemand ? [code`onDemand: true`] : []),
    ...emitAsked(resource, module),
    ...(failureCode === undefined ? [] : [code`failureCode: ${literal(failureCode)}`]),
    code`run: ${module.functions.get(id) ?? code`unnamed`}`,
    ...(resource.items === undefined ? [] : [code`items: true`]),
    ...(onError === undefined ? [] : [code`onError: ${emitOnError(onError, resource, module)}`]),
  ];
  return object(entries);
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
function emitAsked({ id, skip, required }: PlanResource, module: ModuleContext): readonly Code[] {
  const validator = module.validators.get(id);
  if (!module.server || skip.length > 0) return [];
  return [
    ...(required.length === 0 ? [] : [code`required: ${literal(required)}`]),
    ...(validator === undefined ? [] : [code`validate: validators.${validator}`]),
  ];
}

function emitInputs(plan: Plan): Code {
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
function emitService({ apiServer }: Plan, module: ModuleContext): Code {
  const { token, ...settings } = apiServer ?? { token: undefined };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const entries = given.map(([key, value]) => code`${propertyKey(key)}: ${literal(value)}`);
  if (token === undefined) return object(entries);
  const span = token.kind === "expression" ? token.expression.span : token.span;
  const from = { variables: variablesIn(token), place: place(span, module.lines) };
  return object([
    ...entries,
    code`token: ${arrow(code`(step: Step) =>`, module, (context) => emitValue(token, { ...context, secret: true }))}`,
    code`tokenFrom: ${literal(from)}`,
  ]);
}

/** Names of the environment variables that a value reads, in their order. */
function variablesIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === "environment" && typeof name === "string") return [name];
  return Object.entries(part).flatMap(([key, value]) => (key === "span" || key === "type" ? [] : variablesIn(value)));
}

function emitEnvironment(plan: Plan, module: ModuleContext): Code | undefined {
  if (plan.environment.length === 0) return undefined;
  return arrow(code`(step: Step) =>`, module, (context) => {
    const entries = plan.environment.map((entry) => code`${propertyKey(entry.key)}: ${emitEntryValue(entry, context)}`);
    return code`(${object(entries)})`;
  });
}

function emitMachine({ machine }: Plan): Code {
  const checks = machine.map((name) => code`flow${propertyAccess(name)}`);
  return list(code`[`, checks, code`]`);
}

function emitPreflight({ preflight }: Plan, module: ModuleContext): Code | undefined {
  if (preflight.length === 0) return undefined;
  const calls = preflight.map((action) =>
    arrow(code`(step: Step) =>`, module, (context) => emitRuntimeCall(action, { ...module, ...context })),
  );
  return list(code`[`, calls, code`]`);
}

/** The databases of the workflow, by name: the value of `connections` in the module. */
export function emitConnections({ connections }: Plan, module: ModuleContext): Code {
  const entries = connections.map(({ name, url, drivers, settings }) => {
    const given = Object.entries(settings).map(([key, value]) => code`${propertyKey(key)}: ${literal(value)}`);
    const connection = object([
      code`name: ${quoted(name)}`,
      code`drivers: [${join(
        drivers.map((driver) => code`flow${propertyAccess(driver)}`),
        ", ",
      )}]`,
      code`url: ${arrow(code`(step: Step) =>`, module, (context) =>
        handedOver(context, () => emitValue(url, { ...context, secret: true })),
      )}`,
      ...given,
    ]);
    return code`${propertyKey(name)}: ${connection}`;
  });
  return object(entries);
}

function optionalText(text: string | undefined): Code | undefined {
  return text === undefined ? undefined : quoted(text);
}

function optionalNumber(value: number | undefined): Code | undefined {
  return value === undefined ? undefined : literal(value);
}
