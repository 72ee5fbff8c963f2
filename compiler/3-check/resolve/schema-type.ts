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

/**
 * The static type of what a JSON Schema lets through; `any` where it does not say, or says more than a type can. With
 * `closed`, names beside the properties are unknown unless the schema speaks of them: who writes what an answer is, means
 * all of it that is read.
 */
export function schemaType(schema: unknown, mode?: "closed"): ValueType {
  return typeIn(schema, { root: asMap(schema), closed: mode === "closed", around: [], budget: { left: mostParts } });
}

interface Place {
  /** What references start at. */
  readonly root: Schema | undefined;
  readonly closed: boolean;
  /** The references that have led here. */
  readonly around: readonly string[];
  readonly budget: { left: number };
}

type Schema = Readonly<Record<string, unknown>>;

/** Types have so many parts: descriptions of large APIs refer to each other in more ways than anybody reads. */
const mostParts = 10_000;

function typeIn(schema: unknown, place: Place): ValueType {
  const map = asMap(schema);
  place.budget.left -= 1;
  if (map === undefined || place.budget.left < 0) return anyType;
  const reference = map["$ref"];
  if (typeof reference === "string") {
    // What leads back to itself is typed once.
    if (place.around.includes(reference)) return anyType;
    return typeIn(referred(reference, place.root), { ...place, around: [...place.around, reference] });
  }
  const types = [map["type"] ?? []].flat();
  const [type, ...others] = types.filter((name) => name !== "null");
  if (others.length > 0) return anyType;
  const texts = textsOf(map);
  if (type === undefined) return types.length > 0 ? nilType : (texts ?? anyType);
  const plain = type === "string" && texts !== undefined ? texts : oneType(String(type), map, place);
  return types.length > 1 ? optional(plain) : plain;
}

/** The type of a schema that allows some texts and nothing else. */
function textsOf(schema: Schema): ValueType | undefined {
  const values: unknown = "const" in schema ? [schema["const"]] : schema["enum"];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every((value) => typeof value === "string") ? textOf(values) : undefined;
}

/** The part of the schema that a reference such as `#/$defs/user` names (RFC 6901). */
function referred(reference: string, root: Schema | undefined): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").slice(1);
  return steps.reduce<unknown>((part, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const map = asMap(part);
    return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
  }, root);
}

function oneType(name: string, schema: Schema, place: Place): ValueType {
  if (name === "array") return arrayOf(typeIn(schema["items"], place));
  if (name === "object") return objectType(schema, place);
  return simpleTypes[name] ?? anyType;
}

/** Of an object the required properties are known to be there; others may be nil. */
function objectType(schema: Schema, place: Place): ValueType {
  const properties = asMap(schema["properties"]);
  if (properties === undefined) return mapType;
  const required = new Set([schema["required"]].flat());
  const fields = Object.entries(properties).map(([name, property]): [string, ValueType] => {
    const type = typeIn(property, place);
    return [name, required.has(name) ? type : optional(type)];
  });
  const others = schema["additionalProperties"];
  const isClosed = others === false || (place.closed && others === undefined && !composes(schema));
  return { kind: "map", fields: Object.fromEntries(fields), open: !isClosed };
}

/** True where properties are spoken of elsewhere too. */
function composes(schema: Schema): boolean {
  return ["patternProperties", "allOf", "anyOf", "oneOf", "if", "unevaluatedProperties"].some((key) => key in schema);
}
