import {
  anyType,
  arrayOf,
  boolType,
  floatType,
  intType,
  mapType,
  stringType,
  type ValueType,
} from "../../value-type.ts";

const scalars: Readonly<Record<string, ValueType>> = {
  string: stringType,
  integer: intType,
  number: floatType,
  boolean: boolType,
};

/**
 * The static type of a value that fits a JSON Schema. Of an object the required properties are known to be there; others
 * may be, so that nothing is said of them.
 */
export function schemaType(schema: unknown): ValueType {
  if (!isSchema(schema)) return anyType;
  const type = String(schema["type"]);
  if (type === "array") return arrayOf(schemaType(schema["items"]));
  return type === "object"
    ? objectType(schema)
    : ((Object.hasOwn(scalars, type) ? scalars[type] : undefined) ?? anyType);
}

function objectType({ properties, required }: Schema): ValueType {
  if (!isSchema(properties) || !Array.isArray(required)) return mapType;
  const names = required.filter((name) => typeof name === "string" && Object.hasOwn(properties, name));
  if (names.length === 0) return mapType;
  const fields = Object.fromEntries(names.map((name) => [name, schemaType(properties[name])]));
  return { kind: "map", fields, open: true };
}

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
