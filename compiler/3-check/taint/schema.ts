import { everything, intersect, union } from "../../../runtime-lib/regex/char-set.ts";
import type { CharSet } from "../../../runtime-lib/regex/tree.ts";
import type { Path } from "../../tree/value-key.ts";
import { patternFacts } from "./pattern.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The characters that its sender can choose in a value at `path` of what a JSON Schema accepts. */
export function schemaCharacters(schema: unknown, path: Path): CharSet {
  if (typeof schema !== "object" || schema === null) return everything;
  const given = schema as Schema;
  const limits = [ownCharacters(given, path), ...combined(given, path)];
  return limits.reduce((left, right) => (right === everything ? left : intersect(left, right)), everything);
}

function ownCharacters(schema: Schema, path: Path): CharSet {
  if (Array.isArray(schema["enum"]) || schema["const"] !== undefined) return [];
  const [step, ...rest] = path;
  const types = [schema["type"]].flat();
  if (types.some((type) => type === undefined)) return everything;
  return union(...types.map((type) => typeCharacters(String(type), { schema, step, rest })));
}

interface Asked {
  readonly schema: Schema;
  readonly step: string | undefined;
  readonly rest: Path;
}

function typeCharacters(type: string, { schema, step, rest }: Asked): CharSet {
  if (type === "string")
    return typeof schema["pattern"] === "string" ? patternCharacters(schema["pattern"]) : everything;
  if (type === "array") return schemaCharacters(schema["items"], rest);
  if (type !== "object") return [];
  const properties = (schema["properties"] ?? {}) as Schema;
  const others = schema["additionalProperties"] === false ? [] : schemaCharacters(schema["additionalProperties"], rest);
  if (step !== undefined && step !== "*") {
    return Object.hasOwn(properties, step) ? schemaCharacters(properties[step], rest) : others;
  }
  if (schema["additionalProperties"] !== false) return everything;
  return union(...Object.values(properties).map((property) => schemaCharacters(property, rest)));
}

function combined(schema: Schema, path: Path): readonly CharSet[] {
  const list = (key: string) => (Array.isArray(schema[key]) ? (schema[key] as readonly unknown[]) : []);
  const any = [list("anyOf"), list("oneOf")].filter((options) => options.length > 0);
  return [
    ...list("allOf").map((part) => schemaCharacters(part, path)),
    ...any.map((options) => union(...options.map((option) => schemaCharacters(option, path)))),
  ];
}

/** JavaScript's patterns are RE2's but for look-around, which only narrows. */
function patternCharacters(source: string): CharSet {
  return patternFacts(source.replaceAll(/\(\?<?[=!][^()]*\)/g, ""))?.admits ?? everything;
}
