import type { DevInput } from "../dev-data.ts";

/** How a field of a form is filled in. */
export type FieldKind = "text" | "number" | "truth" | "choice" | "json";

/** What a field is for an input of this schema. */
export function fieldKind({ schema }: DevInput): FieldKind {
  if (Array.isArray(schema["enum"])) return "choice";
  switch (schema["type"]) {
    case "boolean":
      return "truth";
    case "integer":
    case "number":
      return "number";
    case "array":
    case "object":
      return "json";
    default:
      return "text";
  }
}

/** The inputs that a form gives, and what is wrong with it, by the names of inputs. */
export interface FormValues {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly problems: ReadonlyMap<string, string>;
}

/** Reads what was filled in; what is empty is not given. Whether values fit their schemas is for the run to say. */
export function formValues(inputs: readonly DevInput[], filled: ReadonlyMap<string, string>): FormValues {
  const values: (readonly [string, unknown])[] = [];
  const problems = new Map<string, string>();
  for (const input of inputs) {
    const text = filled.get(input.name) ?? "";
    if (text === "") {
      if (input.required && input.schema["default"] === undefined) problems.set(input.name, "fill this in");
      continue;
    }
    const value = readField(input, text);
    if (value === undefined) problems.set(input.name, "write JSON here");
    else values.push([input.name, value.value]);
  }
  return { inputs: Object.fromEntries(values), problems };
}

/** Undefined for text that should be JSON. */
function readField(input: DevInput, text: string): { readonly value: unknown } | undefined {
  switch (fieldKind(input)) {
    case "text":
      return { value: text };
    case "number":
      return { value: Number(text) };
    case "truth":
      return { value: text === "true" };
    case "choice":
      return { value: choicesOf(input).find((choice) => choiceText(choice) === text) };
    case "json":
      return parsed(text);
  }
}

/** What a choice offers. */
export function choicesOf({ schema }: DevInput): readonly unknown[] {
  return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}

/** A choice as it is shown. */
export function choiceText(choice: unknown): string {
  return typeof choice === "string" ? choice : JSON.stringify(choice);
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** `GET /greetings/Ada?lang=en` of a route, what stands for its parameters, and a query without its mark. */
export function requestText(
  { method, path }: { readonly method: string; readonly path: string },
  parameters: ReadonlyMap<string, string>,
  query: string,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(parameters.get(name) ?? ""));
  return `${method} ${filled}${query === "" ? "" : `?${query.replace(/^\?/, "")}`}`;
}

/** Names of the parameters in the path of a route. */
export function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}
