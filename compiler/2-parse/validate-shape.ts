import type { ErrorObject } from "ajv";
import type { Code } from "../codes.ts";
import type { DiagnosticExtras, Report } from "../diagnostic.ts";
import { renaming, spelling } from "../fixes.ts";
import { nearest } from "../nearest.ts";
import type { Span } from "../source.ts";
import type { MapEntry, MapNode, Node } from "../syntax.ts";
import { component, config, resource, workflow } from "./generated/validators.js";

const validators = { workflow, resource, component, config };

export type DocumentKind = keyof typeof validators;

/** What a look at the shape told. */
export interface Shape<Document extends Node> {
  /** The document as it was most likely meant: with misspelled keys put right, so that each is reported and no more. */
  readonly document: Document;
  /** Where a value is missing or of the wrong type (JSON Pointers); unknown keys alone do no harm. */
  readonly unreadable: readonly string[];
}

/**
 * Holds a document against its JSON Schema. Reports `unknown-key`, `invalid-duration`, `api-version` and `schema`, one
 * finding for each place at most.
 */
export function validateShape<Document extends Node>(
  kind: DocumentKind,
  written: Document,
  report: Report,
): Shape<Document> {
  const seen = new Set<string>();
  for (let document = written; ; ) {
    const errors = mismatches(kind, document).filter(({ place }) => !seen.has(place));
    const unknown = errors.filter(({ isUnknownKey }) => isUnknownKey);
    const corrections = new Map<MapEntry, string>();
    for (const { error, place } of unknown) {
      seen.add(place);
      const { entry, meant } = reportUnknownKey(error, document, report);
      if (entry !== undefined && meant !== undefined) corrections.set(entry, meant);
    }
    if (corrections.size > 0) {
      document = withKeys(document, corrections);
      continue;
    }
    const others = errors.filter(({ isUnknownKey }) => !isUnknownKey);
    for (const { error } of others) reportMismatch(error, document, report);
    return { document, unreadable: others.map(({ error }) => error.instancePath) };
  }
}

interface Mismatch {
  readonly error: ErrorObject;
  /** JSON Pointer of the value, or of the key that should not be there. */
  readonly place: string;
  readonly isUnknownKey: boolean;
}

/** What the schema says against the document, the first thing for each place. */
function mismatches(kind: DocumentKind, document: Node): readonly Mismatch[] {
  const validate = validators[kind];
  if (validate(plainValue(document))) return [];
  const found = new Map<string, Mismatch>();
  for (const error of validate.errors ?? []) {
    const isUnknownKey = error.keyword === "additionalProperties";
    const place = error.instancePath + (isUnknownKey ? `/${error.params["additionalProperty"]}` : "");
    if (error.keyword === "if" || error.propertyName !== undefined || found.has(place)) continue;
    found.set(place, { error, place, isUnknownKey });
  }
  return [...found.values()];
}

/** The document with some of its keys written otherwise. */
function withKeys<Part extends Node>(node: Part, corrections: ReadonlyMap<MapEntry, string>): Part {
  if (node.kind === "scalar") return node;
  if (node.kind === "sequence") return { ...node, items: node.items.map((item) => withKeys(item, corrections)) };
  const entries = node.entries.map((entry) => ({
    ...entry,
    key: corrections.get(entry) ?? entry.key,
    value: withKeys(entry.value, corrections),
  }));
  return { ...node, entries };
}

/** The value of a node as plain JavaScript data; maps have no prototype, so that a key `__proto__` is only a key. */
export function plainValue(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plainValue);
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) result[key] = plainValue(value);
  return result;
}

/** Gives the entry and the known key that was most likely meant, where the map does not have it anyway. */
function reportUnknownKey(
  error: ErrorObject,
  document: Node,
  report: Report,
): { readonly entry: MapEntry | undefined; readonly meant: string | undefined } {
  const key = String(error.params["additionalProperty"]);
  const map = nodeAt(document, error.instancePath) as MapNode;
  const entry = map.entries.find((candidate) => candidate.key === key);
  const known = Object.keys((error.parentSchema?.["properties"] as object | undefined) ?? {});
  const near = nearest(key, known);
  const help = near === undefined ? `allowed here: ${known.join(", ")}` : `did you mean "${near}"?`;
  const at = entry?.keySpan ?? map.span;
  const taken = map.entries.some((other) => other.key === near);
  const fix = taken ? undefined : renaming(key, known, at);
  report("unknown-key", at, `unknown key "${key}"${inside(error.instancePath)}`, { help, fix });
  return { entry, meant: taken ? undefined : near };
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
    report(code, placeOf(error, node), mismatch(error, node), { ...allowedWord(error, node), ...constHelp(error) });
  }
}

/** What helps where one of a few words must stand. */
function allowedWord({ keyword, params }: ErrorObject, node: Node): DiagnosticExtras {
  if (node.kind !== "scalar" || (keyword !== "enum" && keyword !== "const")) return {};
  const allowed: readonly unknown[] = keyword === "enum" ? params["allowedValues"] : [params["allowedValue"]];
  return spelling(String(node.value), allowed.map(String), node.span);
}

/** Why only one value is allowed, where the schema says so. */
function constHelp({ keyword, parentSchema }: ErrorObject): DiagnosticExtras {
  const comment: unknown = keyword === "const" ? parentSchema?.["$comment"] : undefined;
  return typeof comment === "string" ? { help: comment } : {};
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
    case "minItems":
      return `the list${where} must not be empty`;
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
