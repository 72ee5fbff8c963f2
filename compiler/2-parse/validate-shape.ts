import type { ErrorObject } from "ajv";
import type { Code } from "../codes.ts";
import type { Report } from "../diagnostic.ts";
import { nearest } from "../nearest.ts";
import type { Span } from "../source.ts";
import type { MapNode, Node } from "../syntax.ts";
import { component, config, resource, workflow } from "./generated/validators.js";

const validators = { workflow, resource, component, config };

export type DocumentKind = keyof typeof validators;

/** What a look at the shape told. */
export interface Shape {
  /** Where a value is missing or of the wrong type (JSON Pointers); unknown keys alone do no harm. */
  readonly unreadable: readonly string[];
  /** Known keys that were most likely meant by unknown ones. */
  readonly misspelled: ReadonlySet<string>;
}

/**
 * Holds a document against its JSON Schema. Reports `unknown-key`, `invalid-duration`, `api-version` and `schema`, one
 * finding for each place at most.
 */
export function validateShape(kind: DocumentKind, document: Node, report: Report): Shape {
  const validate = validators[kind];
  const misspelled = new Set<string>();
  if (validate(plainValue(document))) return { unreadable: [], misspelled };
  const seen = new Set<string>();
  const unreadable: string[] = [];
  for (const error of validate.errors ?? []) {
    const unknown = error.keyword === "additionalProperties" ? `/${error.params["additionalProperty"]}` : "";
    const place = error.instancePath + unknown;
    if (error.keyword === "if" || error.propertyName !== undefined || seen.has(place)) continue;
    seen.add(place);
    if (unknown !== "") misspelled.add(reportUnknownKey(error, document, report) ?? "");
    else {
      unreadable.push(error.instancePath);
      reportMismatch(error, document, report);
    }
  }
  return { unreadable, misspelled };
}

/** The value of a node as plain JavaScript data; maps have no prototype, so that a key `__proto__` is only a key. */
export function plainValue(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plainValue);
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) result[key] = plainValue(value);
  return result;
}

/** Gives the known key that was most likely meant. */
function reportUnknownKey(error: ErrorObject, document: Node, report: Report): string | undefined {
  const key = String(error.params["additionalProperty"]);
  const map = nodeAt(document, error.instancePath) as MapNode;
  const entry = map.entries.find((candidate) => candidate.key === key);
  const known = Object.keys((error.parentSchema?.["properties"] as object | undefined) ?? {});
  const near = nearest(key, known);
  const help = near === undefined ? `allowed here: ${known.join(", ")}` : `did you mean "${near}"?`;
  report("unknown-key", entry?.keySpan ?? map.span, `unknown key "${key}"${inside(error.instancePath)}`, { help });
  return near;
}

function reportMismatch(error: ErrorObject, document: Node, report: Report): void {
  const node = nodeAt(document, error.instancePath);
  const code = codeOf(error);
  if (code === "invalid-duration") {
    const help = `write a number with a unit: 500ms, 30s, 1m30s, 2h`;
    report(code, node.span, `${found(node)} is not a duration`, { help });
  } else if (code === "api-version") {
    report(code, node.span, `the apiVersion ${found(node)} does not end in "/v1"`);
  } else {
    report(code, placeOf(error, node), mismatch(error, node), { help: enumHelp(error, node) ?? constHelp(error) });
  }
}

function enumHelp({ keyword, params }: ErrorObject, node: Node): string | undefined {
  if (keyword !== "enum" || node.kind !== "scalar") return undefined;
  const near = nearest(String(node.value), (params["allowedValues"] as unknown[]).map(String));
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Why only one value is allowed, where the schema says so. */
function constHelp({ keyword, parentSchema }: ErrorObject): string | undefined {
  const comment: unknown = keyword === "const" ? parentSchema?.["$comment"] : undefined;
  return typeof comment === "string" ? comment : undefined;
}

function codeOf(error: ErrorObject): Code {
  if ((error.parentSchema as { format?: string } | undefined)?.format === "duration") return "invalid-duration";
  return error.keyword === "pattern" && error.instancePath.endsWith("/apiVersion") ? "api-version" : "schema";
}

/** A missing key has no place of its own: the start of its map stands for it. */
function placeOf(error: ErrorObject, node: Node): Span {
  if (error.keyword !== "required" || node.kind !== "map") return node.span;
  return node.entries[0]?.keySpan ?? node.span;
}

function mismatch(error: ErrorObject, node: Node): string {
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
      return `${found(node)} is not allowed${where}: it must match ${error.params["pattern"]}`;
    case "propertyNames":
      return `"${error.params["propertyName"]}" is no name that ${named(error)} can have`;
    case "minLength":
      return `the text${where} must not be empty`;
    default:
      return `${found(node)}${where} is not allowed: it ${error.message ?? "does not fit"}`;
  }
}

/** What a text must match where it can only be a template that gives something else. */
const template = "\\{\\{";

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

function found(node: Node): string {
  if (node.kind === "map") return "a map";
  if (node.kind === "sequence") return "a list";
  if (node.value === null) return "nothing";
  const text = String(node.value);
  return typeof node.value === "string"
    ? `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
    : `the ${typeof node.value} ${text}`;
}

function inside(instancePath: string): string {
  const names = instancePath
    .split("/")
    .slice(1)
    .filter((name) => !/^\d+$/.test(name));
  return names.length === 0 ? "" : ` in "${fromPointer(names.slice(-2).join("."))}"`;
}

function nodeAt(document: Node, instancePath: string): Node {
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
