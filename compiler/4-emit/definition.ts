import type { Plan, PlanResource, PlanValue } from "../plan.ts";
import { type Code, code, indented, list, literal, object, propertyKey, quoted } from "./code.ts";
import { declareLocals, type EmitContext } from "./expression.ts";
import { emitOnError, type ModuleContext, place } from "./resource.ts";
import { emitValue } from "./value.ts";

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
    ["effects", literal(effectsOf(plan))],
    [
      "resources",
      list(
        code`[`,
        plan.resources.map((resource) => emitGraphLine(resource, module)),
        code`]`,
      ),
    ],
  ];
  return object(entries.flatMap(([key, value]) => (value === undefined ? [] : [code`${propertyKey(key)}: ${value}`])));
}

function emitGraphLine(resource: PlanResource, module: ModuleContext): Code {
  const { id, resourceType, requires, routes, methods, onError, result } = resource;
  const main = result.fallback && result.main !== undefined ? "value" : result.main;
  const entries = [
    code`id: ${quoted(id)}`,
    code`type: ${quoted(resourceType)}`,
    code`requires: ${literal(requires)}`,
    ...(main === undefined ? [] : [code`main: ${quoted(main)}`]),
    ...(routes.length === 0 ? [] : [code`routes: ${literal(routes)}`]),
    ...(methods.length === 0 ? [] : [code`methods: ${literal(methods)}`]),
    code`run: ${module.functions.get(id) ?? code`unnamed`}`,
    ...(onError === undefined ? [] : [code`onError: ${emitOnError(onError, resource, module)}`]),
  ];
  return object(entries);
}

function emitInputs(plan: Plan): Code {
  const declared = new Map((plan.declaredInputs ?? []).map((input) => [input.name, input]));
  const inputs = plan.inputs.map(({ name }) => {
    const input = declared.get(name);
    return input === undefined
      ? { name }
      : { name, schema: input.schema, required: input.required || undefined, default: input.default };
  });
  return literal(inputs);
}

function emitEnvironment(plan: Plan, module: ModuleContext): Code | undefined {
  if (plan.environment.length === 0) return undefined;
  const context: EmitContext = { ...module, locals: [], variables: new Map() };
  const entries = plan.environment.map(({ key, value }) => code`${propertyKey(key)}: ${emitValue(value, context)}`);
  const [locals] = declareLocals(context.locals, module.typed);
  if (locals === undefined) return code`(step: Step) => (${object(entries)})`;
  return code`(step: Step) => {\n  ${locals}\n  return ${indented(object(entries))};\n}`;
}

/** What the workflow may touch, as far as its text shows. */
function effectsOf(plan: Plan): Readonly<Record<string, readonly string[]>> {
  const option = (runtime: string, key: string): readonly string[] => {
    const values = plan.resources.flatMap(({ action }) => {
      const value =
        action?.runtime === runtime ? action.options.find((candidate) => candidate.key === key)?.value : undefined;
      return value === undefined ? [] : [staticText(value)];
    });
    return [...new Set(values)].sort();
  };
  return { commands: option("exec", "command"), environment: plan.environmentReads, memory: option("memory", "key") };
}

function staticText(value: PlanValue): string {
  return value.kind === "constant" ? String(value.value) : "dynamic";
}

function optionalText(text: string | undefined): Code | undefined {
  return text === undefined ? undefined : quoted(text);
}

function optionalNumber(value: number | undefined): Code | undefined {
  return value === undefined ? undefined : literal(value);
}
