import { _, Ajv, type CodeKeywordDefinition, str } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { inputFormats } from "../nouns/input-formats.ts";
import type { Plan } from "../nouns/plan.ts";
import type { PlanSchema, PlanValue } from "../nouns/plan-value.ts";
import { planValueChildren } from "../tree/value-children.ts";
import { walk } from "../tree/walk.ts";

/** The validators of a workflow as one JavaScript module, and the name of each export by its key; "" is the inputs. */
export interface Validators {
  readonly text: string;
  readonly names: ReadonlyMap<string, string>;
}

/** The schemas that stand in a value, such as those of a chat's answer and tools. */
function schemasIn(value: PlanValue): readonly PlanSchema[] {
  return [...walk([value], planValueChildren)].filter((part) => part.kind === "schema");
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
  // A number too large for JavaScript, such as 1e400, is Infinity, which no JSON can say.
  const ajv = new Ajv({ strict: false, strictNumbers: true, formats: inputFormats, code, logger: false });
  ajv.removeKeyword(uniqueItems.keyword);
  ajv.addKeyword(uniqueItems);
  // ajv asks objects for their methods; those of documents have none.
  for (const [id, schema] of schemas) ajv.addSchema(structuredClone(schema), names.get(id));
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
  const required = /^const (\w+) = require\("(?:ajv\/dist|flowc)\/runtime\/(\w+)"\)\.default;$/gm;
  return text.replaceAll(required, 'import { $2 as $1 } from "flowc/runtime/validators/$2";');
}

/** Ajv compares each item with each: of 20,000 objects that takes half a minute, and they may come from outside. */
const uniqueItems = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  error: {
    message: ({ params: { pair } }) =>
      str`must NOT have duplicate items (items ## ${_`${pair}.j`} and ${_`${pair}.i`} are identical)`,
    params: ({ params: { pair } }) => _`${pair}`,
  },
  code(context) {
    const { gen, data, schema } = context;
    if (!schema) return;
    const find = gen.scopeValue("func", { ref: notAsked, code: _`require("flowc/runtime/repeated").default` });
    const pair = gen.const("pair", _`${find}(${data})`);
    context.setParams({ pair });
    context.fail(_`${pair} !== undefined`);
  },
} as const satisfies CodeKeywordDefinition;

/** What ajv calls while it holds a schema against JSON Schema's own; that has been done when the schema was read. */
const notAsked = (): undefined => undefined;

/** Patterns are those of the runtime library, in RE2's syntax: what comes from outside must not hang a run. */
const regExp = Object.assign((source: string) => ({ test: () => false, toString: () => source }), {
  code: "flowcPattern",
});

/** The key of a resource's validator; `place` is that of its component, "" for the workflow's own. No id holds a slash. */
export function validatorKey(place: string, id: string): string {
  return place === "" ? id : `${place}/${id}`;
}
