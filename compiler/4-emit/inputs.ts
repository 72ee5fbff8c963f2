import type { Plan, PlanResource } from "../plan.ts";
import type { JsonSchema } from "./json-schema.ts";

/** An input as callers of the workflow see it. */
export interface AskedInput {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The inputs that these resources read or ask for, as declared under settings.inputs and validations. */
export function inputsOf(resources: readonly PlanResource[], plan: Plan): readonly AskedInput[] {
  const read = new Set(resources.flatMap((resource) => [...resource.required, ...inputsRead(resource)]));
  const asked = new Set(resources.flatMap(({ required }) => required));
  const properties: JsonSchema = Object.assign({}, ...resources.map((resource) => resource.properties ?? {}));
  return plan.inputs
    .filter(({ name }) => read.has(name) || Object.hasOwn(properties, name))
    .map(({ name }) => {
      const declared = plan.declaredInputs?.find((input) => input.name === name);
      const schema = { ...declared?.schema, ...(properties[name] as JsonSchema | undefined) };
      const fallback = declared?.default === undefined ? {} : { default: declared.default };
      return { name, schema: { ...schema, ...fallback }, required: (declared?.required ?? false) || asked.has(name) };
    });
}

/** Names of the inputs anywhere in a resource's expressions. */
function inputsRead(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(inputsRead);
  if (typeof part !== "object" || part === null) return [];
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === "input") return [String(name)];
  return Object.entries(part).flatMap(([key, value]) => (key === "span" || key === "type" ? [] : inputsRead(value)));
}
