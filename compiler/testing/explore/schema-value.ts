import * as fc from "fast-check";
import { asMap } from "../../tree/plain-data.ts";
import { matchingTexts, numbers, texts, wholeNumbers } from "./texts.ts";

type Values = fc.Arbitrary<unknown>;
type Schema = Readonly<Record<string, unknown>>;

/** Values that a JSON Schema takes, as far as it is simple; its parts are found from `root`. */
export function schemaValues(schema: Schema, root: Schema = schema, depth = 0): Values {
  const reference = schema["$ref"];
  if (typeof reference === "string") return schemaValues(resolved(reference, root), root, depth + 1);
  if ("const" in schema) return fc.constant(schema["const"]);
  const listed = schema["enum"];
  if (Array.isArray(listed) && listed.length > 0) return fc.constantFrom(...listed);
  const choices = (schema["oneOf"] ?? schema["anyOf"]) as readonly Schema[] | undefined;
  if (choices !== undefined && choices.length > 0)
    return fc.oneof(
      ...choices.map((choice) =>
        schemaValues({ ...schema, oneOf: undefined, anyOf: undefined, ...choice }, root, depth + 1),
      ),
    );
  const types = [(schema["type"] ?? impliedType(schema)) as string | readonly string[]].flat();
  return fc.oneof(...types.map((type) => ofType(type, { schema, root, depth })));
}

function resolved(reference: string, root: Schema): Schema {
  const parts = reference
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.reduce<Schema>((part, name) => asMap(part[name]) ?? {}, root);
}

function impliedType({ properties, items, pattern, minimum }: Schema): string {
  if (properties !== undefined) return "object";
  if (items !== undefined) return "array";
  if (pattern !== undefined) return "string";
  return minimum === undefined ? "any" : "number";
}

interface Typed {
  readonly schema: Schema;
  readonly root: Schema;
  readonly depth: number;
}

function ofType(type: string, typed: Typed): Values {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return within(typed.schema, wholeNumbers, (range) => fc.integer(range));
    case "number":
      return within(typed.schema, numbers, (range) => fc.double({ ...range, noNaN: true, noDefaultInfinity: true }));
    case "string":
      return textsOf(typed.schema);
    case "array":
      return listsOf(typed);
    case "object":
      return objectsOf(typed);
    default:
      return fc.oneof(texts(), wholeNumbers);
  }
}

type Range = { min: number; max: number };

function within(schema: Schema, usual: Values, make: (range: Range) => Values): Values {
  const number = (name: string): number | undefined =>
    typeof schema[name] === "number" ? (schema[name] as number) : undefined;
  const step = number("multipleOf");
  const min =
    number("minimum") ?? (number("exclusiveMinimum") === undefined ? undefined : (number("exclusiveMinimum") ?? 0) + 1);
  const max =
    number("maximum") ?? (number("exclusiveMaximum") === undefined ? undefined : (number("exclusiveMaximum") ?? 0) - 1);
  if (step !== undefined)
    return fc
      .integer({ min: Math.ceil((min ?? 0) / step), max: Math.floor((max ?? 100 * step) / step) })
      .map((count) => count * step);
  if (min === undefined && max === undefined) return usual;
  const range = { min: min ?? Math.min(-1000, (max ?? 0) - 1000), max: max ?? Math.max(1_000_000, (min ?? 0) + 1000) };
  return fc.oneof(fc.constantFrom(range.min, range.max), make(range));
}

const formats: Readonly<Record<string, Values>> = {
  date: fc.constantFrom("2026-03-01", "2024-02-29"),
  "date-time": fc.constant("2026-03-01T12:00:00Z"),
  time: fc.constant("12:00:00Z"),
  email: fc.constant("ada@example.com"),
  hostname: fc.constant("example.com"),
  ipv4: fc.constant("192.0.2.1"),
  ipv6: fc.constant("2001:db8::1"),
  uri: fc.constant("https://example.com/a"),
  uuid: fc.constant("123e4567-e89b-12d3-a456-426614174000"),
};

function textsOf(schema: Schema): Values {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 60,
  } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number };
  const known = format === undefined ? undefined : formats[format];
  if (known !== undefined) return known;
  const matching = pattern === undefined ? undefined : matchingTexts(pattern);
  if (matching !== undefined) return matching;
  const fits = (text: string): boolean => [...text].length >= minLength && [...text].length <= maxLength;
  return texts({ least: minLength, most: maxLength }).map((text) => (fits(text) ? text : "a".repeat(minLength)));
}

function listsOf({ schema, root, depth }: Typed): Values {
  const {
    minItems = 0,
    maxItems = Math.max(3, minItems),
    uniqueItems = false,
  } = schema as { minItems?: number; maxItems?: number; uniqueItems?: boolean };
  const items = schemaValues(asMap(schema["items"]) ?? {}, root, depth + 1);
  const lengths = { minLength: minItems, maxLength: depth > 3 ? minItems : Math.min(maxItems, minItems + 3) };
  return uniqueItems
    ? fc.uniqueArray(items, { ...lengths, comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b) })
    : fc.array(items, lengths);
}

function objectsOf({ schema, root, depth }: Typed): Values {
  const properties = Object.entries(asMap(schema["properties"]) ?? {});
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  const kept = depth > 3 ? properties.filter(([name]) => required.includes(name)) : properties;
  const known = kept.map(([name, part]) => [name, schemaValues(asMap(part) ?? {}, root, depth + 1)] as const);
  const others = required.filter((name) => !kept.some(([key]) => key === name)).map((name) => [name, texts()] as const);
  return fc.record(Object.fromEntries<Values>([...known, ...others]), {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
}
