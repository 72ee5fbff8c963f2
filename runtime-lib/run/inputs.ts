import type { InputDefinition, WorkflowDefinition } from "./definition.ts";
import { isTooDeep, tooDeep } from "./depth.ts";
import { InvalidInput } from "./errors.ts";
import { lacking, listed, refused, shortened } from "./input-problems.ts";
import { isMap } from "./values.ts";

/**
 * Fills in the inputs of one run: what was given, defaults for the rest, nil for what is only read. Throws validation for
 * names that `settings.inputs` does not declare, for what is missing and for what its schema refuses: for all of it at once.
 */
export function prepareInputs(
  definition: WorkflowDefinition,
  given: Readonly<Record<string, unknown>>,
  inputs: Record<string, unknown>,
): void {
  if (isTooDeep(given)) refuseDeep(given);
  const problems = definition.closedInputs ? [...unknown(definition.inputs, given)] : [];
  for (const { name } of definition.inputs) inputs[name] = null;
  for (const name of Object.keys(given)) inputs[name] = given[name];
  const missing: string[] = [];
  for (const { name, default: fallback, required } of definition.inputs) {
    if (fallback !== undefined && (!Object.hasOwn(given, name) || given[name] === undefined))
      inputs[name] = structuredClone(fallback);
    if (required === true && (inputs[name] ?? null) === null) missing.push(name);
  }
  problems.push(...lacking(missing, inputs));
  if (definition.validateInputs !== undefined) problems.push(...refused(definition.validateInputs, inputs));
  if (problems.length > 0) throw new InvalidInput("validation", problems.join("; "));
}

/**
 * A value from the command line as its input's schema wants it: `--input count=3` is a number where a number is
 * declared. Text that does not fit stays text, for the validator to refuse.
 */
export function fromCommandLine(definition: Pick<WorkflowDefinition, "inputs">, name: string, value: string): unknown {
  const schema = definition.inputs.find((input) => input.name === name)?.schema;
  if (schema === undefined || mayBeText(schema)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** True unless the schema, or each of its alternatives, names its types or its values, and text is not among them. */
function mayBeText(schema: unknown): boolean {
  if (!isMap(schema)) return true;
  const { type, enum: values, const: only, anyOf, oneOf, allOf } = schema;
  const allowed = only === undefined ? values : [only];
  return (
    (type === undefined || [type].flat().includes("string")) &&
    (!Array.isArray(allowed) || allowed.some((value) => typeof value === "string")) &&
    [anyOf, oneOf].every((either) => !Array.isArray(either) || either.some((one) => mayBeText(one))) &&
    (!Array.isArray(allOf) || allOf.every((part) => mayBeText(part)))
  );
}

/** What a message says of names that `settings.inputs` does not declare. */
function unknown(declared: readonly InputDefinition[], given: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(given).filter((name) => !declared.some((input) => input.name === name));
  if (names.length === 0) return names;
  const known = listed(declared.map(({ name }) => name)) || "none";
  return [`unknown input: ${listed(names.map((name) => shortened(name)))} (declared: ${known})`];
}

function refuseDeep(given: Readonly<Record<string, unknown>>): never {
  const deepest = Object.keys(given).find((name) => isTooDeep(given[name]));
  const found = deepest === undefined ? "an input" : `the input "${deepest}"`;
  throw new InvalidInput("validation", `${found} ${tooDeep}`);
}
