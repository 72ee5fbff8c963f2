import type { ComponentDefinition, ComponentField, ComponentInputDefinition } from "./definition.ts";
import { type FlowError, Refusal } from "./errors.ts";
import { isMap, text, typeOf } from "./values.ts";

/**
 * The inputs of one call: what was given, defaults for the rest, nil for what is left out. Numbers and bools become
 * text where text is wanted. Throws validation for what is missing or does not fit.
 */
export function prepareComponentInputs(
  { name, inputs: declared }: ComponentDefinition,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const inputs: Record<string, unknown> = Object.create(null);
  for (const input of declared) inputs[input.name] = inputValue(input, given[input.name]);
  for (const input of declared) {
    const value = inputs[input.name];
    if (value !== null) refuseMisfit(name, input, value);
    else if (isNeeded(input, inputs)) throw invalid(`the component "${name}" needs the input "${input.name}"`);
  }
  return inputs;
}

/** Holds a component's value against the outputs that its manifest declares. A value that is nil was skipped. */
export function refuseWrongOutputs({ name, outputs }: ComponentDefinition, value: unknown): void {
  if (outputs === undefined || value === null) return;
  const holder = outputs.within === undefined ? value : (value as Readonly<Record<string, unknown>>)[outputs.within];
  if (!isMap(holder)) {
    throw invalid(`the component "${name}" must give a map of its outputs, found ${typeOf(holder)}`);
  }
  for (const output of outputs.fields) {
    const field = holder[output.name] ?? null;
    if (field === null ? output.required !== false : !fits(output, field)) {
      throw invalid(`the output "${output.name}" of the component "${name}" is ${typeOf(field)}, not ${output.type}`);
    }
  }
}

function inputValue(input: ComponentInputDefinition, given: unknown): unknown {
  const value = given ?? structuredClone(input.default) ?? null;
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return input.type === "string" && isPlain ? text(value) : value;
}

function isNeeded({ required, requiredWhen }: ComponentInputDefinition, inputs: Record<string, unknown>): boolean {
  if (required === true) return true;
  return requiredWhen !== undefined && Object.entries(requiredWhen).every(([name, wanted]) => inputs[name] === wanted);
}

function refuseMisfit(component: string, input: ComponentInputDefinition, value: unknown): void {
  const of = `the input "${input.name}" of the component "${component}"`;
  if (!fits(input, value)) throw invalid(`${of} takes ${input.type}, found ${typeOf(value)}`);
  if (input.values !== undefined && !input.values.includes(value)) {
    throw invalid(`${of} must be one of ${input.values.map(String).join(", ")}`);
  }
}

function fits({ type }: ComponentField, value: unknown): boolean {
  return type === "any" || type === typeOf(value) || (type === "float" && typeof value === "number");
}

function invalid(message: string): FlowError {
  return new Refusal("validation", message);
}
