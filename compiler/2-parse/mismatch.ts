import type { ErrorObject } from "ajv";
import type { Code } from "../nouns/codes.ts";
import type { DiagnosticExtras } from "../nouns/diagnostic.ts";
import type { Node } from "../nouns/node.ts";
import type { Span } from "../nouns/source.ts";
import { spelling } from "../spelling/fixes.ts";

/** What an error of any schema says in flowc's words, and where, of the value at `node`. */
export function mismatchAt(
  error: ErrorObject,
  node: Node,
): { readonly code: Code; readonly span: Span; readonly message: string; readonly extras: DiagnosticExtras } {
  const at = nodeAt(node, error.instancePath);
  return {
    code: codeOf(error),
    span: placeOf(error, at),
    message: mismatch(error, at),
    extras: allowedWord(error, at),
  };
}

/** The first error; where it is the first of alternatives that all want another type, one that names all of these. */
export function firstMismatch(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const [first] = errors;
  const choice = first && /^(.*\/(?:anyOf|oneOf))\/0\/type$/.exec(first.schemaPath)?.[1];
  if (first === undefined || choice === undefined) return first;
  const branches = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${choice}/`));
  if (branches.some(({ keyword, instancePath }) => keyword !== "type" || instancePath !== first.instancePath))
    return first;
  return { ...first, params: { type: branches.flatMap(({ params }) => params["type"]) } };
}

/** What helps where one of a few words must stand. */
export function allowedWord({ keyword, params }: ErrorObject, node: Node): DiagnosticExtras {
  if (node.kind !== "scalar" || (keyword !== "enum" && keyword !== "const")) return {};
  const allowed: readonly unknown[] = keyword === "enum" ? params["allowedValues"] : [params["allowedValue"]];
  return spelling(String(node.value), allowed.map(String), node.span, "fixed");
}

/** Why only one value is allowed, where the schema says so. */
export function constHelp({ keyword, parentSchema }: ErrorObject): DiagnosticExtras {
  const comment: unknown = keyword === "const" ? parentSchema?.["$comment"] : undefined;
  return typeof comment === "string" ? { help: comment } : {};
}

/** The keyword by which flowc's schemas say what a value is called that they refuse, though its type is right. */
export const codeKeyword = "diagnostic";

/**
 * The code of what a schema refuses: a wrong type and a missing key are of the wrong shape; for a value that cannot be,
 * the schema says the code, else the keyword does.
 */
export function codeOf(error: ErrorObject): Code {
  const { keyword, params, parentSchema = {} } = error;
  if (parentSchema["format"] === "duration") return "invalid-duration";
  if (!refusesValues.has(keyword) || (keyword === "pattern" && params["pattern"] === template)) return "schema";
  const refusing = keyword === "propertyNames" ? parentSchema[keyword] : parentSchema;
  return refusing?.[codeKeyword] ?? codes[keyword] ?? "schema";
}

/** Codes of what keywords refuse, where the schema says none. */
const codes: Readonly<Record<string, Code>> = {
  enum: "unknown-value",
  const: "unknown-value",
  minimum: "out-of-range",
  maximum: "out-of-range",
  exclusiveMinimum: "out-of-range",
  exclusiveMaximum: "out-of-range",
  minLength: "empty-value",
  minItems: "empty-value",
};
/** Keywords that look at more than the type. */
const refusesValues: ReadonlySet<string> = new Set([...Object.keys(codes), "pattern", "propertyNames"]);

/** A missing key has no place of its own: the start of its map stands for it. */
export function placeOf({ keyword, params }: ErrorObject, node: Node): Span {
  if (node.kind !== "map") return node.span;
  const [first] = node.entries;
  if (keyword === "required") return first?.keySpan ?? node.span;
  const named = node.entries.find(({ key }) => keyword === "propertyNames" && key === params["propertyName"]);
  return named?.keySpan ?? node.span;
}

/** What was expected and what was found, as a sentence. */
export function mismatch(error: ErrorObject, node: Node): string {
  const where = inside(error.instancePath);
  switch (error.keyword) {
    case "required":
      return `the key "${error.params["missingProperty"]}" is missing${where}`;
    case "type":
      return `expected ${typeWords(error.params["type"])}${where}, found ${found(node)}`;
    case "const":
      return `expected "${error.params["allowedValue"]}"${where}, found ${found(node)}`;
    case "enum":
      return `expected one of ${error.params["allowedValues"].join(", ")}${where}, found ${found(node)}`;
    case "pattern":
      if (error.params["pattern"] === template) return `expected ${orTemplate(error)}${where}, found ${found(node)}`;
      return `${found(node)} is not allowed${where}: it ${patternWords(error)}`;
    case "propertyNames":
      return `"${error.params["propertyName"]}" cannot be the name of ${named(error)}`;
    case "minimum":
      return `${found(node)}${where} is not allowed: it must be ${error.params["limit"]} or more`;
    case "maximum":
      return `${found(node)}${where} is not allowed: it must be ${error.params["limit"]} or less`;
    case "exclusiveMinimum":
      return `${found(node)}${where} is not allowed: it must be more than ${error.params["limit"]}`;
    case "format":
      return `${found(node)}${where} is not allowed: it does not have the format "${error.params["format"]}"`;
    case "minLength":
      return `the text${where} must not be empty`;
    case "minItems":
      return `the list${where} must not be empty`;
    default:
      return `${found(node)}${where} is not allowed: it ${error.message ?? "does not fit"}`;
  }
}

/** What a text must match where it can only be a template that gives something else. */
const template = "\\{\\{";

/** What a pattern asks for, as the schema says beside it in words. */
function patternWords({ parentSchema }: ErrorObject): string {
  const words: unknown = parentSchema?.["$comment"];
  return typeof words === "string" ? words : "has another form";
}

function orTemplate({ parentSchema }: ErrorObject): string {
  const types = [(parentSchema as { readonly type?: string | readonly string[] } | undefined)?.type ?? []].flat();
  return `${typeWords(types.filter((type) => type !== "string"))} or a template`;
}

function named({ instancePath }: ErrorObject): string {
  return instancePath.endsWith("/headers") ? "a header" : "an environment variable";
}

function typeWords(types: string | readonly string[]): string {
  const words: Readonly<Record<string, string>> = {
    object: "a map",
    array: "a list",
    string: "text",
    null: "nothing",
    integer: "a whole number",
  };
  return [types]
    .flat()
    .map((type) => words[type] ?? `a ${type}`)
    .join(" or ");
}

/** What stands there, as messages name it. */
export function found(node: Node): string {
  if (node.kind === "map") return "a map";
  if (node.kind === "sequence") return "a list";
  if (node.value === null) return "nothing";
  const text = String(node.value);
  return typeof node.value === "string"
    ? `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
    : `the ${typeof node.value} ${text}`;
}

/** Where a key stands, as messages add it: ` in "a.b"`; nothing at the top. */
export function inside(instancePath: string): string {
  const names = instancePath
    .split("/")
    .slice(1)
    .filter((name) => !/^\d+$/.test(name));
  return names.length === 0 ? "" : ` in "${fromPointer(names.slice(-2).join("."))}"`;
}

/** The node that a JSON Pointer (RFC 6901) leads to, or the last one on its way. */
export function nodeAt(document: Node, instancePath: string): Node {
  let node = document;
  for (const part of instancePath.split("/").slice(1)) {
    const name = fromPointer(part);
    const next: Node | undefined =
      node.kind === "map"
        ? node.entries.find(({ key }) => key === name)?.value
        : node.kind === "sequence"
          ? node.items[Number(name)]
          : undefined;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** JSON Pointer escapes (RFC 6901). */
function fromPointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
