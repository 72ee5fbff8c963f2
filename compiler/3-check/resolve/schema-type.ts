import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapType,
  nilType,
  optional,
  stringType,
  textOf,
  type ValueType,
} from "../../nouns/value-type.ts";
import { asMap } from "../../tree/plain-data.ts";

const simpleTypes: Readonly<Record<string, ValueType>> = {
  boolean: boolType,
  integer: intType,
  null: nilType,
  number: floatType,
  string: stringType,
};

/** The static type of what a JSON Schema lets through; `any` where it does not say, or says more than a type can. */
export function schemaType(schema: unknown): ValueType {
  const map = asMap(schema);
  const types = [map?.["type"] ?? []].flat();
  const [type, ...others] = types.filter((name) => name !== "null");
  if (map === undefined || others.length > 0) return anyType;
  const texts = textsOf(map);
  if (type === undefined) return types.length > 0 ? nilType : (texts ?? anyType);
  const plain = type === "string" && texts !== undefined ? texts : oneType(String(type), map);
  return types.length > 1 ? optional(plain) : plain;
}

/** The type of a schema that allows some texts and nothing else. */
function textsOf(schema: Readonly<Record<string, unknown>>): ValueType | undefined {
  const values: unknown = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every((value) => typeof value === "string") ? textOf(values) : undefined;
}

function oneType(name: string, schema: Readonly<Record<string, unknown>>): ValueType {
  if (name === "array") return arrayOf(schemaType(schema["items"]));
  if (name === "object") return objectType(schema);
  return simpleTypes[name] ?? anyType;
}

/**
 * Of an object the required properties are known to be there; others may be nil. Names beside the properties are unknown
 * unless the schema forbids them.
 */
function objectType(schema: Readonly<Record<string, unknown>>): ValueType {
  const properties = asMap(schema["properties"]);
  if (properties === undefined) return mapType;
  const required = new Set([schema["required"]].flat());
  const fields = Object.entries(properties).map(([name, property]): [string, ValueType] => {
    const type = schemaType(property);
    return [name, required.has(name) ? type : optional(type)];
  });
  return { kind: "map", fields: Object.fromEntries(fields), open: schema["additionalProperties"] !== false };
}
