import type { PlanValue } from "../nouns/plan-value.ts";
import { unreachable } from "../nouns/unreachable.ts";
import { stringType, type ValueType } from "../nouns/value-type.ts";

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const scalarTypes = { bool: "boolean", int: "integer", string: "string" } as const;

/** What JSON of a value of this type looks like; nothing is said of what is unknown. */
export function schemaOfType(type: ValueType): JsonSchema {
  switch (type.kind) {
    case "any":
      return {};
    case "nil":
      return { type: "null" };
    case "array":
      return nullable({ type: "array", items: schemaOfType(type.element) }, type.optional);
    case "float":
      // JSON has neither infinity nor NaN: they become null.
      return { type: ["number", "null"] };
    case "map":
      return nullable({ type: "object", ...(type.fields && objectParts(type.fields)) }, type.optional);
    case "bool":
    case "int":
    case "string":
      return nullable({ type: scalarTypes[type.kind] }, type.optional);
    default:
      return {};
  }
}

function objectParts(fields: Readonly<Record<string, ValueType>>): JsonSchema {
  return { properties: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, schemaOfType(type)])) };
}

function nullable(schema: JsonSchema & { readonly type: string }, optional: boolean | undefined): JsonSchema {
  return optional ? { ...schema, type: [schema.type, "null"] } : schema;
}

/** What JSON of a field's value looks like, as far as the text of the workflow shows. */
export function schemaOfValue(value: PlanValue): JsonSchema {
  switch (value.kind) {
    case "constant":
      return { type: value.value === null ? "null" : typeof value.value };
    case "expression":
      return schemaOfType(value.expression.type);
    case "template":
      return schemaOfType(stringType);
    case "list":
      return { type: "array" };
    case "schema":
      return { type: "object" };
    case "map": {
      const properties = Object.fromEntries(value.entries.map((entry) => [entry.key, schemaOfValue(entry.value)]));
      return { type: "object", properties, required: value.entries.map(({ key }) => key) };
    }
    default:
      return unreachable(value);
  }
}
