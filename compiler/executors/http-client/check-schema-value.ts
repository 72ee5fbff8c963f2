import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanValue } from "../../nouns/plan-value.ts";
import type { Span } from "../../nouns/source.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import { type ValueType, withArticle } from "../../nouns/value-type.ts";
import { spelling } from "../../spelling/fixes.ts";
import { asMap } from "../../tree/plain-data.ts";
import type { Schema } from "./openapi-schema.ts";

/** A value of a request, as it is written and as it is planned. */
export interface RequestValue {
  /** How messages name it: `the field "age"`. */
  readonly what: string;
  readonly syntax: ValueSyntax;
  readonly value: PlanValue;
  readonly schema: Schema;
  /** True in a URL or a header, where every value travels as text. */
  readonly isText?: boolean;
}

type Tools = Pick<PlanTools, "typeOf" | "report">;

/** Holds a value against its schema, as far as both are known: types, fixed words, the fields of maps, items of lists. */
export function checkSchemaValue(given: RequestValue, tools: Tools, root = given.schema): void {
  const schema = referred(given.schema, root);
  const { syntax, value, what } = given;
  const why = schema && unfit({ ...given, schema }, tools);
  if (why !== undefined) {
    tools.report("openapi-mismatch", syntax.span, `${what} takes ${why.wanted}, found ${why.found}`, why.extras);
  } else if (schema !== undefined && syntax.kind === "map" && value.kind === "map") {
    checkFields({ ...given, schema, syntax, value }, tools, root);
  } else if (schema !== undefined && syntax.kind === "list" && value.kind === "list") {
    const items = asMap(schema["items"]);
    for (const [index, item] of syntax.items.entries()) {
      const planned = value.items[index];
      if (planned === undefined || items === undefined) continue;
      checkSchemaValue(
        { ...given, what: `an item of ${what}`, syntax: item, value: planned, schema: items },
        tools,
        root,
      );
    }
  }
}

/** A map that is written out, and the schema of an object. */
interface WrittenMap extends RequestValue {
  readonly syntax: Extract<ValueSyntax, { kind: "map" }>;
  readonly value: Extract<PlanValue, { kind: "map" }>;
}

function checkFields({ what, syntax, value, schema, ...others }: WrittenMap, tools: Tools, root: Schema): void {
  const properties = asMap(schema["properties"]);
  if (properties === undefined) return;
  const names = Object.keys(properties);
  const isClosed = schema["additionalProperties"] === false;
  const keys = syntax.entries.map(({ key }) => key);
  const strays = isClosed ? keys.filter(({ value: name }) => !names.includes(name)) : [];
  for (const { value: name, span } of strays) {
    const extras = { help: `fields: ${names.join(", ")}`, ...spelling(name, names, span) };
    tools.report("openapi-mismatch", span, `${what} has no field "${name}"`, extras);
  }
  // A wrong name may stand for what is missing: that is one mistake.
  const required = strays.length > 0 ? [] : [schema["required"] ?? []].flat().map(String);
  const missing = required.find((name) => !keys.some(({ value: given }) => given === name));
  if (missing !== undefined) tools.report("openapi-mismatch", syntax.span, `${what} lacks "${missing}"`);
  for (const [index, entry] of syntax.entries.entries()) {
    const planned = value.entries[index]?.value;
    const own = Object.hasOwn(properties, entry.key.value) ? asMap(properties[entry.key.value]) : undefined;
    if (planned === undefined || own === undefined) continue;
    const field = { what: `the field "${entry.key.value}"`, syntax: entry.value, value: planned, schema: own };
    checkSchemaValue({ ...others, ...field }, tools, root);
  }
}

interface Unfit {
  readonly wanted: string;
  readonly found: string;
  readonly extras?: ReturnType<typeof spelling>;
}

/** Why no run can make the value fit; undefined where one may. */
function unfit({ schema, syntax, value, isText = false }: RequestValue, { typeOf }: Tools): Unfit | undefined {
  const type = typeOf(value);
  const constant = value.kind === "constant" ? value.value : undefined;
  const types = [schema["type"] ?? []].flat().map(String);
  const kinds = types.flatMap((name) => kindsOf(name, isText));
  const known = types.length > 0 && types.every((name) => Object.hasOwn(kindsByType, name));
  const found =
    typeof constant === "string"
      ? `"${constant}"`
      : constant === undefined
        ? withArticle(bare(type))
        : String(constant);
  const wanted = types.map(withJsonArticle).join(" or ");
  if (known && type.kind !== "any" && !kinds.includes(type.kind)) return { wanted, found };
  if (known && constant !== undefined && !types.some((name) => reads(name, constant, isText))) return { wanted, found };
  return foreignWord(schema, { constant, isText, at: syntax.span });
}

interface Constant {
  readonly constant: string | number | boolean | null | undefined;
  readonly isText: boolean;
  readonly at: Span;
}

function foreignWord({ enum: values }: Schema, { constant, isText, at }: Constant): Unfit | undefined {
  if (!Array.isArray(values) || constant === undefined) return undefined;
  const allowed = values as readonly unknown[];
  if (allowed.some((one) => one === constant || (isText && String(one) === String(constant)))) return undefined;
  const words = allowed.map((one) => (typeof one === "string" ? `"${one}"` : String(one)));
  const found = typeof constant === "string" ? `"${constant}"` : String(constant);
  const near = spelling(String(constant), allowed.map(String), at, "fixed");
  return { wanted: words.length === 1 ? (words[0] ?? "") : `one of ${words.join(", ")}`, found, extras: near };
}

type Kind = ValueType["kind"];

/** What a value of each JSON type can be here; whether a float is whole only a run knows. */
const kindsByType: Readonly<Record<string, readonly Kind[]>> = {
  string: ["string", "date", "duration", "timezone"],
  integer: ["int", "float", "duration"],
  number: ["int", "float", "duration"],
  boolean: ["bool"],
  array: ["array"],
  object: ["map"],
  null: ["nil"],
};

/** A text can be read as any of these, a number or a bool written as text, and one value stands for a list of it. */
function kindsOf(type: string, isText: boolean): readonly Kind[] {
  const own = kindsByType[type] ?? [];
  if (!isText) return own;
  const scalars: readonly Kind[] = ["string", "int", "float", "bool", "nil", "date", "duration", "timezone"];
  if (type === "array" || type === "string") return [...own, ...scalars];
  return [...own, "string", "nil"];
}

const texts: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i,
  boolean: /^(?:true|false)$/,
};

/** Whether a constant of a fitting kind is one that the type has. */
function reads(type: string, constant: string | number | boolean | null, isText: boolean): boolean {
  if (typeof constant === "number" && type === "integer") return Number.isInteger(constant);
  if (typeof constant !== "string" || !isText) return true;
  return texts[type]?.test(constant) ?? true;
}

function withJsonArticle(type: string): string {
  if (type === "null") return type;
  return `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
}

function bare(type: ValueType): ValueType {
  return "optional" in type ? { ...type, optional: false } : type;
}

/** The schema behind a reference to a named one; undefined for other references, which nobody follows here. */
function referred(schema: Schema, root: Schema): Schema | undefined {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const named = asMap(asMap(root["components"])?.["schemas"]);
  const target = asMap(named?.[/^#\/components\/schemas\/([^/]+)$/.exec(reference)?.[1] ?? ""]);
  return target !== undefined && "$ref" in target ? undefined : target;
}
