import { executorOf } from "../executors/list.ts";
import type { Plan } from "../nouns/plan.ts";
import { allResources, readsFile } from "./effects.ts";
import { inputsOf } from "./inputs.ts";
import { type JsonSchema, schemaOfType } from "./json-schema.ts";
import { successSchema } from "./response-schema.ts";
import { resultType } from "./result-type.ts";

/** What a workflow is as a tool of an agent, beside its inputs: `tool` of its definition. */
export function toolOf(plan: Plan): JsonSchema {
  const acting = allResources(plan).flatMap((resource) => {
    const { action } = resource;
    return action === undefined ? [] : [{ action, executor: executorOf(resource) }];
  });
  const target = plan.resources.find(({ id }) => id === plan.target);
  const output = target?.response === undefined ? schemaOfType(resultType(plan)) : successSchema(target);
  return {
    description: plan.description === undefined ? target?.description : undefined,
    asks: asked(plan),
    file: readsFile(allResources(plan)) || undefined,
    output,
    // Only where it is certain: a program may do anything, a statement that is made at run time too.
    readOnly: acting.every(({ action, executor }) => executor?.onlyReads?.(action) ?? false),
    openWorld: acting.some(({ action, executor }) => executor?.leavesMachine?.(action, plan.connections) ?? true),
  };
}

/** What `validations` say of inputs, where `settings.inputs` does not say it already. */
function asked(plan: Plan): JsonSchema | undefined {
  const declared = new Map((plan.declaredInputs ?? []).map((input) => [input.name, input]));
  const needed = plan.resources.filter(({ onDemand }) => !onDemand);
  const inputs = inputsOf(needed, plan);
  const properties = inputs.filter(
    ({ name }) => !declared.has(name) && needed.some((resource) => hasProperty(resource.properties, name)),
  );
  const required = inputs.filter((input) => input.required && !declared.get(input.name)?.required);
  if (properties.length === 0 && required.length === 0) return undefined;
  return {
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    required: required.map(({ name }) => name),
  };
}

function hasProperty(properties: unknown, name: string): boolean {
  return typeof properties === "object" && properties !== null && Object.hasOwn(properties, name);
}
