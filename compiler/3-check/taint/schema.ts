import { inputFormats } from "../../nouns/input-formats.ts";
import type { Path } from "../../tree/value-key.ts";
import { patternTexts } from "./pattern.ts";
import { allTexts, anyText, commonTexts, noText, type TextSet } from "./text-set.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The texts that whoever gives it can choose for a value at `path` of what a JSON Schema accepts. */
export function schemaTexts(schema: unknown, path: Path): TextSet {
  if (typeof schema !== "object" || schema === null) return anyText;
  const given = schema as Schema;
  const limits = [ownTexts(given, path), ...combined(given, path)];
  return limits.reduce(commonTexts, anyText);
}

function ownTexts(schema: Schema, path: Path): TextSet {
  if (Array.isArray(schema["enum"]) || schema["const"] !== undefined) return noText;
  const [step, ...rest] = path;
  const types = [schema["type"]].flat();
  if (types.some((type) => type === undefined)) return anyText;
  return allTexts(...types.map((type) => typeTexts(String(type), { schema, step, rest })));
}

interface Asked {
  readonly schema: Schema;
  readonly step: string | undefined;
  readonly rest: Path;
}

function typeTexts(type: string, { schema, step, rest }: Asked): TextSet {
  if (type === "string") return commonTexts(patternOf(schema["pattern"]), formatOf(schema["format"]));
  if (type === "array") return schemaTexts(schema["items"], rest);
  if (type !== "object") return noText;
  const properties = (schema["properties"] ?? {}) as Schema;
  const others = schema["additionalProperties"] === false ? noText : schemaTexts(schema["additionalProperties"], rest);
  if (step !== undefined && step !== "*") {
    return Object.hasOwn(properties, step) ? schemaTexts(properties[step], rest) : others;
  }
  if (schema["additionalProperties"] !== false) return anyText;
  return allTexts(...Object.values(properties).map((property) => schemaTexts(property, rest)));
}

function combined(schema: Schema, path: Path): readonly TextSet[] {
  const list = (key: string) => (Array.isArray(schema[key]) ? (schema[key] as readonly unknown[]) : []);
  const any = [list("anyOf"), list("oneOf")].filter((options) => options.length > 0);
  return [
    ...list("allOf").map((part) => schemaTexts(part, path)),
    ...any.map((options) => allTexts(...options.map((option) => schemaTexts(option, path)))),
  ];
}

/** JavaScript's patterns are RE2's but for look-around, which only narrows. */
function patternOf(source: unknown): TextSet {
  if (typeof source !== "string") return anyText;
  return patternTexts(source.replaceAll(/\(\?<?[=!][^()]*\)/g, "")) ?? anyText;
}

function formatOf(format: unknown): TextSet {
  const pattern = typeof format === "string" && Object.hasOwn(inputFormats, format) ? inputFormats[format] : undefined;
  return pattern === undefined ? anyText : patternOf(`(?i)${pattern.source}`);
}
