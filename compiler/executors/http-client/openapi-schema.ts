import { asMap } from "../../tree/plain-data.ts";

export type Schema = Readonly<Record<string, unknown>>;

/**
 * A schema of an OpenAPI description as JSON Schema that stands by itself: with the named schemas that it leads to, and
 * without what only OpenAPI 3.0 writes (https://spec.openapis.org/oas/v3.0.3#schema-object).
 */
export function jsonSchemaOf(schema: Schema, document: Schema): Schema {
  const named = asMap(asMap(document["components"])?.["schemas"]) ?? {};
  const reached = new Map<string, unknown>();
  const look = (part: unknown): void => {
    for (const name of namesIn(part)) {
      if (reached.has(name) || !Object.hasOwn(named, name)) continue;
      reached.set(name, translated(named[name]));
      look(named[name]);
    }
  };
  look(schema);
  const own = translated(schema) as Schema;
  return reached.size === 0 ? own : { ...own, components: { schemas: Object.fromEntries(reached) } };
}

const prefix = "#/components/schemas/";

function namesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  return Object.entries(asMap(part) ?? {}).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" && value.startsWith(prefix)
      ? [value.slice(prefix.length)]
      : namesIn(value),
  );
}

/** `nullable` beside a type, and limits that are excluded by a word of their own. */
function translated(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(translated);
  const map = asMap(part);
  if (map === undefined) return part;
  const { nullable, ...others } = map;
  const result: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).map(([key, value]) => [
      key,
      key === "enum" || key === "example" ? value : translated(value),
    ]),
  );
  for (const [limit, excluded] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof result[excluded] !== "boolean") continue;
    if (result[excluded] === true) result[excluded] = result[limit];
    else delete result[excluded];
  }
  if (nullable !== true) return result;
  if (typeof result["type"] !== "string") return { anyOf: [result, { type: "null" }] };
  const values = Array.isArray(result["enum"]) ? { enum: [...(result["enum"] as readonly unknown[]), null] } : {};
  return { ...result, type: [result["type"], "null"], ...values };
}
