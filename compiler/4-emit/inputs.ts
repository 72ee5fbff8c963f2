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
  const inputs = nodesOf(resources, "input").map(({ name }) => String(name));
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
  return nodesOf(resources, "file").length > 0 ? "optional" : "none";
}

/** Nodes of a kind anywhere in the expressions of a part of a plan. */
function nodesOf(part: unknown, kind: "input" | "file"): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(part)) return part.flatMap((item) => nodesOf(item, kind));
  if (typeof part !== "object" || part === null) return [];
  const node = part as Readonly<Record<string, unknown>>;
  if (node["kind"] === kind) return [node];
  return Object.entries(node).flatMap(([key, value]) => (key === "span" || key === "type" ? [] : nodesOf(value, kind)));
}
