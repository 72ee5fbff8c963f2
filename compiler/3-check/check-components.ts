import type { Languages } from "../languages/languages.ts";
import type { KnownComponent, KnownComponents } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { PlanComponent, PlanOutputs } from "../nouns/plan.ts";
import { noSqlAnswers } from "../nouns/sql.ts";
import type { ComponentSyntax, OutputSyntax } from "../nouns/syntax.ts";
import { anyType, mapOf, optional, typeName, type ValueType } from "../nouns/value-type.ts";
import { didYouMean } from "../spelling/nearest.ts";
import { bareValueType } from "./resolve/bare-type.ts";
import { isOptional } from "./resolve/operator-type.ts";
import { valueType } from "./resolve/value.ts";
import { checkScope, type EnvironmentFindings, type Scope } from "./scope.ts";
import type { ComponentSummary } from "./taint/component-summary.ts";

/** What the checks of all components share. */
export interface ComponentsContext {
  readonly builtIn: KnownComponents;
  readonly languages: Languages;
  readonly variables: EnvironmentFindings;
  /** True where a deadline of the workflow around ends components too. */
  readonly hasDeadline: boolean;
  readonly report: Report;
}

/** Components as those that name them see them, and their plans, inner ones first. */
export interface MadeComponents {
  readonly known: KnownComponents;
  /** How tainted text gets into their values. */
  readonly summaries: ReadonlyMap<string, ComponentSummary>;
  readonly plans: readonly PlanComponent[];
  /** Names of those that cannot be used, or in which something could not be read or typed. */
  readonly poisoned: ReadonlySet<string>;
  /** Of these, those in which it may be what holds a value. */
  readonly doubtful: ReadonlySet<string>;
}

/** Checks components that resources name, each once; those that they name in turn come first. */
export function checkComponents(
  components: ReadonlyMap<string, ComponentSyntax | undefined>,
  context: ComponentsContext,
): MadeComponents {
  const known = new Map(context.builtIn);
  const summaries = new Map<string, ComponentSummary>();
  const plans: PlanComponent[] = [];
  const poisoned = new Set<string>();
  const doubtful = new Set<string>();
  for (const [name, component] of components) {
    const checked = component && checkOne(component, context);
    known.set(name, checked?.known);
    if (checked?.summary !== undefined) summaries.set(name, checked.summary);
    if (checked?.isPoisoned !== false) poisoned.add(name);
    if (checked?.isDoubtful) doubtful.add(name);
    plans.push(...(checked?.plans ?? []));
  }
  return { known, summaries, plans, poisoned, doubtful };
}

interface Checked {
  readonly known: KnownComponent | undefined;
  readonly summary: ComponentSummary | undefined;
  readonly plans: readonly PlanComponent[];
  readonly isPoisoned: boolean;
  readonly isDoubtful: boolean;
}

/** Checks one component and what it is made of. */
export function checkOne(component: ComponentSyntax, context: ComponentsContext): Checked {
  const { place, manifest, body, scripts } = component;
  const inner = checkComponents(component.components, context);
  // Rules over a graph with a gap would only report the gap.
  if (!body.complete) return { known: undefined, summary: undefined, plans: [], isPoisoned: true, isDoubtful: true };
  const scope = checkScope(
    { ...body, hasDeadline: context.hasDeadline },
    {
      components: inner.known,
      summaries: inner.summaries,
      poisoned: inner.poisoned,
      doubtful: inner.doubtful,
      scripts,
      sql: noSqlAnswers,
      languages: context.languages,
      variables: context.variables,
    },
    context.report,
  );
  const target = body.target?.value ?? "";
  const { type, outputs } = contractOf(component, target, scope, context.report);
  const { inputs, storedNames, resources } = scope;
  const plan = { place, manifest, source: body.source, target, inputs, storedNames, resources, outputs };
  const { summary, isPoisoned, isDoubtful } = scope;
  return { known: { manifest, made: { place, type } }, summary, plans: [...inner.plans, plan], isPoisoned, isDoubtful };
}

/** The type of the component's value, held against its outputs; what only a run knows is left to the run. */
function contractOf(
  { manifest, outputs }: ComponentSyntax,
  target: string,
  { shapes, resources }: Scope,
  report: Report,
): { readonly type: ValueType; readonly outputs: PlanOutputs | undefined } {
  const shape = shapes.get(target);
  if (shape === undefined) return { type: anyType, outputs: undefined };
  const bare = bareValueType(shape);
  const type = shape.optional ? optional(bare) : bare;
  if (outputs.length === 0) return { type, outputs: undefined };
  const resource = resources.find(({ id }) => id === target);
  const response = resource?.action === undefined ? resource?.response : undefined;
  const within = response === undefined ? undefined : "response";
  const holder = response === undefined ? bare : valueType(response.response);
  if (holder.kind !== "map" && holder.kind !== "any") {
    checkSingle(outputs, bare, manifest.name, report);
    return { type, outputs: undefined };
  }
  const fields = outputs.map((output) => promise(output, holder, report));
  const promised = mapOf(Object.fromEntries(fields.map(({ name, type: field }) => [name, field])));
  const whole = within === undefined ? promised : mapOf({ success: anyType, response: promised });
  const open = outputs.filter((_output, index) => fields[index]?.known === false);
  const left = open.map(({ name, type: field, required }) => ({ name, type: field, required }));
  return {
    type: shape.optional ? optional(whole) : whole,
    outputs: left.length === 0 ? undefined : { within, fields: left },
  };
}

/** A value that is not a map can have one output: itself. */
function checkSingle(outputs: readonly OutputSyntax[], type: ValueType, name: string, report: Report): void {
  const [output, second] = outputs;
  if (second !== undefined) {
    const message = `the value of the component "${name}" is ${typeName(type)}: it cannot have several outputs`;
    report("type-mismatch", second.span, message, { help: "give a map, such as the response of an apiResponse" });
  } else if (output !== undefined) promise(output, mapOf({ [output.name]: type }), report);
}

/** An output as those that call the component may rely on it; `known` where no run needs to look. */
interface Promised {
  readonly name: string;
  readonly type: ValueType;
  readonly known: boolean;
}

function promise(output: OutputSyntax, holder: ValueType, report: Report): Promised {
  const { name, span, type, required } = output;
  const declared = required ? type : optional(type);
  const fields = holder.kind === "map" && !isOptional(holder) ? holder.fields : undefined;
  if (holder.kind !== "map" || fields === undefined) return { name, type: declared, known: false };
  const actual = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (actual === undefined && !holder.open) {
    const help = didYouMean(name, Object.keys(fields)) ?? `fields: ${Object.keys(fields).join(", ")}`;
    report("unknown-field", span, `the value of the component has no field "${name}"`, { help });
  }
  if (actual === undefined || actual.kind === "any") return { name, type: declared, known: type.kind === "any" };
  const fitting = fits(actual, type);
  if (!fitting && actual.kind !== "nil") {
    report("type-mismatch", span, `the output "${name}" is ${typeName(actual)}, not ${typeName(type)}`);
  }
  return { name, type: declared, known: fitting && !(required && isOptional(actual)) };
}

function fits(actual: ValueType, wanted: ValueType): boolean {
  return wanted.kind === "any" || actual.kind === wanted.kind || (wanted.kind === "float" && actual.kind === "int");
}
