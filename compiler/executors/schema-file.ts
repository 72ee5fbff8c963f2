import type { CheckTools } from "../nouns/executor.ts";
import type { Node } from "../nouns/node.ts";
import type { PlanSchema } from "../nouns/plan-value.ts";
import type { ScriptFile, Scripts } from "../nouns/script-file.ts";
import type { Span } from "../nouns/source.ts";
import type { ValueSyntax } from "../nouns/value-syntax.ts";
import { asMap, plainData, plainNode } from "../tree/plain-data.ts";

/** A JSON Schema of an author's, written out under its key or in a file that the key names. */
export interface GivenSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Of the key's value. */
  readonly at: Span;
  /** In a file: what it was read from. */
  readonly node: Node | undefined;
}

/** The schema; undefined where there is none, or its file cannot be read. */
export function givenSchema(value: ValueSyntax | undefined, scripts: Scripts): GivenSchema | undefined {
  if (value === undefined) return undefined;
  const node = fileOf(value) === undefined ? undefined : nodeIn(scripts.get(fileOf(value) ?? ""));
  const schema = asMap(node === undefined ? plainData(value) : plainNode(node));
  return schema && { schema: withoutName(schema), at: value.span, node };
}

/** Reports a file that cannot be read, and a schema that cannot be used. True where nothing is wrong. */
export function checkGivenSchema(key: string, value: ValueSyntax | undefined, tools: CheckTools): boolean {
  const name = value && fileOf(value);
  if (value !== undefined && name !== undefined && !isReadable(name, { key, at: value.span }, tools)) return false;
  const given = givenSchema(value, tools.scripts);
  const what = `the ${key}`;
  if (value !== undefined && given === undefined) {
    tools.report("schema", value.span, `${what} is not a map: a JSON Schema is one`);
    return false;
  }
  return given === undefined || tools.checkSchema({ ...given, of: "value", what });
}

/** Whether a file of data can be read; reports where it cannot. What is wrong inside of it has been reported. */
export function isReadable(
  name: string,
  { key, at }: { readonly key: string; readonly at: Span },
  { scripts, report }: Pick<CheckTools, "scripts" | "report">,
): boolean {
  const file = scripts.get(name);
  if (file?.kind === "text") return file.data?.node !== undefined;
  const why = file?.kind === "folder" ? "it is a folder" : (file?.message ?? "no such file or folder");
  const help = "its path starts at the workflow's folder";
  report("invalid-path", at, `the file "${name}" of ${key} cannot be read: ${why}`, { help });
  return false;
}

/** A validator that a run holds a value against. */
export function planSchema(key: string, { schema, at }: Pick<GivenSchema, "schema" | "at">): PlanSchema {
  return { kind: "schema", key, schema, span: at, onlyValidates: true };
}

/** What a file of data holds. */
export function nodeIn(file: ScriptFile | undefined): Node | undefined {
  return file?.kind === "text" ? file.data?.node : undefined;
}

function fileOf(value: ValueSyntax): string | undefined {
  return value.kind === "literal" && typeof value.value === "string" ? value.value : undefined;
}

/** Its dialect and its address mean nothing here: ajv would look for both. */
function withoutName({ $schema: _dialect, $id: _address, ...schema }: Readonly<Record<string, unknown>>) {
  return schema;
}
