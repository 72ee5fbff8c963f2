import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Plan, PlanSchema, PlanValue } from "../plan.ts";

/** The validators of a workflow as one JavaScript module, and the name of each export by resource; "" is the inputs. */
export interface Validators {
  readonly text: string;
  readonly names: ReadonlyMap<string, string>;
}

/** The schemas that stand in a value, such as those of a chat's answer and tools. */
function schemasIn(value: PlanValue): readonly PlanSchema[] {
  if (value.kind === "schema") return [value];
  if (value.kind === "list") return value.items.flatMap(schemasIn);
  return value.kind === "map" ? value.entries.flatMap((entry) => schemasIn(entry.value)) : [];
}

/** Compiles the JSON Schemas of `settings.inputs`, `validations.properties` and chats to standalone functions (ajv). */
export function emitValidators(plan: Plan): Validators {
  const schemas = new Map<string, Readonly<Record<string, unknown>>>();
  if (plan.declaredInputs !== undefined && plan.declaredInputs.length > 0) {
    const properties = Object.fromEntries(plan.declaredInputs.map(({ name, schema }) => [name, schema]));
    schemas.set("", { type: "object", properties });
  }
  for (const { id, properties } of plan.resources) {
    if (properties !== undefined) schemas.set(id, { type: "object", properties });
  }
  for (const { action } of plan.resources) {
    for (const { key, schema } of (action?.options ?? []).flatMap(({ value }) => schemasIn(value)))
      schemas.set(key, schema);
  }
  if (schemas.size === 0) return { text: "", names: new Map() };
  const names = new Map([...schemas.keys()].map((id, index) => [id, id === "" ? "inputs" : `resource${index}`]));
  const ajv = new Ajv({ strict: false, validateFormats: false, code: { source: true, esm: true, lines: true } });
  for (const [id, schema] of schemas) ajv.addSchema(schema, names.get(id));
  const exported = Object.fromEntries([...names.values()].map((name) => [name, name]));
  return { text: standalone.default(ajv, exported), names };
}
