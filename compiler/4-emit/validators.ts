import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { inputFormats } from "../input-formats.ts";
import type { Plan, PlanSchema, PlanValue } from "../plan.ts";

/** The validators of a workflow as one JavaScript module, and the name of each export by its key; "" is the inputs. */
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
  for (const { place, resources } of [{ place: "", resources: plan.resources }, ...plan.components]) {
    for (const { id, properties, action } of resources) {
      if (properties !== undefined) schemas.set(validatorKey(place, id), { type: "object", properties });
      for (const { key, schema } of (action?.options ?? []).flatMap(({ value }) => schemasIn(value)))
        schemas.set(validatorKey(place, key), schema);
    }
  }
  if (schemas.size === 0) return { text: "", names: new Map() };
  const names = new Map([...schemas.keys()].map((id, index) => [id, id === "" ? "inputs" : `resource${index}`]));
  const code = { source: true, esm: true, lines: true, regExp };
  const ajv = new Ajv({ strict: false, formats: inputFormats, code, logger: false });
  for (const [id, schema] of schemas) ajv.addSchema(schema, names.get(id));
  const exported = Object.fromEntries([...names.values()].map((name) => [name, name]));
  const text = withImports(standalone.default(ajv, exported));
  const usesPatterns = text.includes(regExp.code);
  return {
    text: usesPatterns ? `import { schemaPattern as ${regExp.code} } from "flowc/runtime";\n${text}` : text,
    names,
  };
}

/** What validators call is part of the runtime library: so bundles do not depend on where npm has put ajv. */
function withImports(text: string): string {
  const required = /^const (\w+) = require\("ajv\/dist\/runtime\/(\w+)"\)\.default;$/gm;
  return text.replaceAll(required, 'import { $2 as $1 } from "flowc/runtime/validators/$2";');
}

/** Patterns are those of the runtime library, in RE2's syntax: what comes from outside must not hang a run. */
const regExp = Object.assign((source: string) => ({ test: () => false, toString: () => source }), {
  code: "flowcPattern",
});

/** The key of a resource's validator; `place` is that of its component, "" for the workflow's own. No id holds a slash. */
export function validatorKey(place: string, id: string): string {
  return place === "" ? id : `${place}/${id}`;
}
