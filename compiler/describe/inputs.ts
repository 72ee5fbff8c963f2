import type { Plan } from "../nouns/plan.ts";
import type { PlanResource } from "../nouns/plan-resource.ts";
import { expressionsIn } from "../tree/plan-expressions.ts";
import { readsFile } from "./effects.ts";
import type { JsonSchema } from "./json-schema.ts";

/** An input as callers of the workflow see it. */
export interface AskedInput {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The inputs that these resources read or ask for, as declared under settings.inputs and validations. */
export function inputsOf(resources: readonly PlanResource[], plan: Plan): readonly AskedInput[] {
  const inputs = expressionsIn(resources).flatMap((node) => (node.kind === "input" ? [node.name] : []));
  const read = new Set([...resources.flatMap(({ required }) => required), ...inputs]);
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

/** Whether these resources read a file that comes with the request, and whether they cannot do without. */
export function fileOf(resources: readonly PlanResource[]): "none" | "optional" | "required" {
  if (resources.some(({ required }) => required.includes("file"))) return "required";
  return readsFile(resources) ? "optional" : "none";
}
