import { createRequire } from "node:module";
import type { Ajv as AjvClass, ErrorObject, Options, ValidateFunction } from "ajv";
import { pattern, translatePattern } from "../../../runtime-lib/regex/regex.ts";
import { schema as isSchema } from "../../2-parse/generated/schema-validator.js";
import { mismatchAt } from "../../2-parse/mismatch.ts";
import type { Code } from "../../nouns/codes.ts";
import type { DiagnosticExtras } from "../../nouns/diagnostic.ts";
import type { Node } from "../../nouns/node.ts";
import type { Span } from "../../nouns/source.ts";
import { entriesIn } from "../../tree/nodes.ts";

/** One thing that is wrong with a JSON Schema, at its own place. */
export interface SchemaProblem {
  readonly code: Code;
  readonly span: Span;
  readonly message: string;
  readonly extras: DiagnosticExtras;
}

/** A JSON Schema that an author has written. */
export interface WrittenSchema {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Where it is written. */
  readonly node: Node | undefined;
  /** What stands for it where its own place is not known. */
  readonly at: Span;
  /** How messages name it: `the jsonSchema`. */
  readonly what: string;
  /** The formats that are known; undefined: none is looked at. */
  readonly formats?: Options["formats"];
}

/** What compiling a schema gives: what is wrong with it, or a function that holds values against it. */
export type CompiledSchema =
  | { readonly problems: readonly SchemaProblem[]; readonly validate?: undefined }
  | { readonly problems: readonly []; readonly validate: ValidateFunction };

/** Compiles a schema as a run will. ajv takes 15 ms to load: only workflows with schemas pay for it. */
export function compileSchema(written: WrittenSchema): CompiledSchema {
  const { Ajv } = createRequire(import.meta.url)("ajv") as { readonly Ajv: typeof AjvClass };
  const broken: { readonly source: string; readonly why: string }[] = [];
  const regExp = Object.assign(
    (source: string) => {
      const translated = translatePattern(source);
      if (translated.kind !== "problem") return pattern(source);
      broken.push({ source, why: translated.message });
      return /(?:)/;
    },
    { code: "" },
  );
  const { formats } = written;
  const known: Options = formats === undefined ? { validateFormats: false } : { formats };
  // ajv asks objects for their methods; those of documents have none.
  const schema = structuredClone(written.schema);
  // Which schema of schemas holds is ajv's to say where one is named.
  const validateSchema = "$schema" in schema;
  if (!validateSchema && !isSchema(schema)) {
    return { problems: innermost(isSchema.errors ?? []).map((one) => structural(one, written)) };
  }
  const ajv = new Ajv({ ...ajvOptions, validateSchema, code: { regExp }, ...known });
  try {
    const validate = ajv.compile(schema);
    if (broken.length === 0) return { problems: [], validate };
    return { problems: broken.map(({ source, why }) => brokenPattern(source, why, written)) };
  } catch (error) {
    const said = innermost(ajv.errors ?? []);
    if (said.length === 0) return { problems: [otherProblem(error as Error, written)] };
    return { problems: said.map((one) => structural(one, written)) };
  }
}

const ajvOptions: Options = { strict: false, allErrors: true, verbose: true, logger: false };

/** Of all that is said of one place or of what is in it, the first of the innermost: the rest are other readings of it. */
function innermost(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const first = new Map<string, ErrorObject>();
  for (const error of errors) if (!first.has(error.instancePath)) first.set(error.instancePath, error);
  const paths = [...first.keys()];
  return [...first].flatMap(([path, error]) => (paths.some((other) => other.startsWith(`${path}/`)) ? [] : [error]));
}

function structural(error: ErrorObject, { node, at, what }: WrittenSchema): SchemaProblem {
  if (node === undefined) {
    return { code: "schema", span: at, message: `${what} cannot be used: it ${error.message}`, extras: {} };
  }
  return mismatchAt(error, node);
}

function brokenPattern(source: string, why: string, { node, at, what }: WrittenSchema): SchemaProblem {
  const entries = node === undefined ? [] : entriesIn([node]);
  const value = entries.find((entry) => entry.key === "pattern" && isText(entry.value, source))?.value.span;
  const span = value ?? entries.find(({ key }) => key === source)?.keySpan ?? at;
  return { code: "invalid-regex", span, message: `the pattern "${source}" of ${what}: ${why}`, extras: {} };
}

/** A reference that leads nowhere; whatever else ajv says is no more than its own words. */
function otherProblem(error: Error, { node, at, what }: WrittenSchema): SchemaProblem {
  const reference = "missingRef" in error ? referenceOf(error.message) : undefined;
  if (reference === undefined) {
    return { code: "schema", span: at, message: `${what} cannot be used: ${error.message}`, extras: {} };
  }
  const entries = node === undefined ? [] : entriesIn([node]);
  const entry = entries.find(({ key, value }) => key === "$ref" && isText(value, reference));
  const message = `the reference "${reference}" leads to nothing in ${what}`;
  const help = 'a reference names a part of the schema itself: "#/$defs/<name>"';
  return { code: "unknown-reference", span: entry?.value.span ?? at, message, extras: { help } };
}

/** As it is written, which only the sentence of ajv's error has. */
function referenceOf(message: string): string | undefined {
  return /^can't resolve reference (\S+) from id/.exec(message)?.[1];
}

function isText(node: Node, text: string): boolean {
  return node.kind === "scalar" && node.value === text;
}
