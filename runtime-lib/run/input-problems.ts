import type { Validator } from "./definition.ts";
import { Bare } from "./values.ts";

type Inputs = Readonly<Record<string, unknown>>;

/** Entries of a list that a message shows, and characters of a name that comes from outside. */
const mostShown = 20;
const longestName = 200;

const none: readonly string[] = [];

/** What a message says of inputs that must be given: those that are nil, and those that are the empty text. */
export function lacking(names: readonly string[], inputs: Inputs): readonly string[] {
  const missing = names.filter((name) => (inputs[name] ?? null) === null);
  const empty = names.filter((name) => inputs[name] === "");
  if (missing.length + empty.length === 0) return none;
  return [
    ...(missing.length === 0 ? [] : [`missing input: ${missing.join(", ")}`]),
    ...empty.map((name) => `the input "${name}" is empty`),
  ];
}

/**
 * What a compiled schema says of the inputs that are given: one sentence for each that it refuses. Of `required` ones
 * that are empty nothing more need be said.
 */
export function refused(validator: Validator, inputs: Inputs, required = none): readonly string[] {
  const given = withoutNil(inputs);
  if (validator(given)) return none;
  // It stops at the first mistake: asked for each input alone, it takes no longer in all.
  return Object.keys(given).flatMap((name) => {
    const alone: Record<string, unknown> = new Bare();
    alone[name] = given[name];
    const isSaid = given[name] === "" && required.includes(name);
    return isSaid || validator(alone) ? [] : [sentence(name, given[name], validator)];
  });
}

/** A list as a message shows it. */
export function listed(texts: readonly string[], last = ", "): string {
  const shown = texts.slice(0, mostShown);
  if (shown.length < texts.length) return `${shown.join(", ")} and ${texts.length - shown.length} more`;
  return shown.length < 2 ? shown.join() : `${shown.slice(0, -1).join(", ")}${last}${shown.at(-1)}`;
}

type Mistake = NonNullable<Validator["errors"]>[number];

function sentence(name: string, value: unknown, { errors }: Validator): string {
  const [first = { instancePath: "" }] = errors ?? [];
  const inside = first.instancePath.split("/").slice(2);
  const steps = inside.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const said = value === "" ? emptyAnd(first) : reason(first);
  return `the input "${shortened([name, ...steps].join("."))}" ${said}`;
}

function emptyAnd(mistake: Mistake): string {
  return mistake.keyword === "minLength" && mistake.params?.["limit"] === 1
    ? "is empty"
    : `is empty, and ${reason(mistake)}`;
}

/** What ajv says, with the values that it does not name. */
function reason({ keyword, params, message }: Mistake): string {
  switch (keyword) {
    case "enum": {
      const allowed = params?.["allowedValues"] as readonly unknown[];
      const one = allowed.length === 1 ? "" : "one of ";
      return `must be ${one}${listed(
        allowed.map((value) => shortened(JSON.stringify(value))),
        " or ",
      )}`;
    }
    case "type":
      return `must be ${listed([params?.["type"]].flat().map(String), " or ")}`;
    case "const":
      return `must be ${shortened(JSON.stringify(params?.["allowedValue"]))}`;
    case "additionalProperties":
      return `must not have the key "${shortened(String(params?.["additionalProperty"]))}"`;
    default:
      return message ?? "is not valid";
  }
}

/** A text from outside as a message shows it. */
export function shortened(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

/** Nil is not given. */
function withoutNil(inputs: Inputs): Inputs {
  const names = Object.keys(inputs);
  if (!names.some((name) => inputs[name] === null)) return inputs;
  const given: Record<string, unknown> = new Bare();
  for (const name of names) if (inputs[name] !== null) given[name] = inputs[name];
  return given;
}
