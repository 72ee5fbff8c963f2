import type { InputDefinition, Validator, WorkflowDefinition } from "./definition.ts";
import { type FlowError, InvalidInput } from "./errors.ts";
import { Bare } from "./values.ts";

/**
 * Fills in the inputs of one run: what was given, defaults for the rest, nil for what is only read. Throws validation for
 * names that `settings.inputs` does not declare, for what is missing and for what its schema refuses.
 */
export function prepareInputs(
  definition: WorkflowDefinition,
  given: Readonly<Record<string, unknown>>,
  inputs: Record<string, unknown>,
): void {
  if (definition.closedInputs) refuseUnknown(definition.inputs, given);
  for (const { name } of definition.inputs) inputs[name] = null;
  for (const name of Object.keys(given)) inputs[name] = given[name];
  const missing: string[] = [];
  for (const { name, default: fallback, required } of definition.inputs) {
    if (fallback !== undefined && (!Object.hasOwn(given, name) || given[name] === undefined))
      inputs[name] = structuredClone(fallback);
    if (required === true && (inputs[name] ?? null) === null) missing.push(name);
  }
  if (missing.length > 0) throw new InvalidInput("validation", `missing input: ${missing.join(", ")}`);
  if (definition.validateInputs !== undefined) validateInputs(definition.validateInputs, inputs, InvalidInput);
}

/**
 * A value from the command line as its input's schema wants it: `--input count=3` is a number where a number is
 * declared. Text that does not fit stays text, for the validator to refuse.
 */
export function fromCommandLine(definition: Pick<WorkflowDefinition, "inputs">, name: string, value: string): unknown {
  const type = definition.inputs.find((input) => input.name === name)?.schema?.["type"];
  const types = [type].flat();
  if (type === undefined || types.includes("string")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function refuseUnknown(declared: readonly InputDefinition[], given: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(given);
  if (names.every((name) => declared.some((input) => input.name === name))) return;
  const unknown = names.filter((name) => !declared.some((input) => input.name === name));
  const known = declared.map(({ name }) => name).join(", ") || "none";
  throw new InvalidInput("validation", `unknown input: ${unknown.join(", ")} (declared: ${known})`);
}

/** Holds the inputs that were given against a compiled schema; throws a failure of the given kind, class validation. */
export function validateInputs(
  validator: Validator,
  inputs: Readonly<Record<string, unknown>>,
  Failure: typeof FlowError,
): void {
  if (validator(withoutNil(inputs))) return;
  const [first] = validator.errors ?? [];
  const name = first?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  throw new Failure("validation", `the input "${name}" ${first?.message ?? "is not valid"}`);
}

/** Nil is not given. */
function withoutNil(inputs: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(inputs);
  if (!names.some((name) => inputs[name] === null)) return inputs;
  const given: Record<string, unknown> = new Bare();
  for (const name of names) if (inputs[name] !== null) given[name] = inputs[name];
  return given;
}
