import type { ErrorObject } from "ajv";
import type { Report } from "../nouns/diagnostic.ts";
import type { MapEntry, MapNode, Node } from "../nouns/node.ts";
import type { Located } from "../nouns/source.ts";
import { spelling } from "../spelling/fixes.ts";
import { nearest } from "../spelling/nearest.ts";
import { otherBlock, otherWord } from "../spelling/other-words.ts";
import { plainNode } from "../tree/plain-data.ts";
import { helpOnDuration } from "./duration.ts";
import { component, config, resource, test, workflow } from "./generated/validators.js";
import { allowedWord, codeOf, constHelp, found, inside, mismatch, nodeAt, placeOf } from "./mismatch.ts";

const validators = { workflow, resource, component, config, test };

export type DocumentKind = keyof typeof validators;

/** What a look at the shape has shown. */
export interface Shape<Document extends Node> {
  /** The document as it was most likely meant: with misspelled keys put right, so that each is reported and no more. */
  readonly document: Document;
  /** Where a value is missing or of the wrong type (JSON Pointers); unknown keys alone do no harm. */
  readonly unreadable: readonly string[];
  /** Unknown keys, which have been reported. */
  readonly strayKeys: readonly Located<string>[];
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
  const strayKeys: Located<string>[] = [];
  // Where a key has been guessed (JSON Pointers): what does not fit there was meant as something else.
  const guesses: string[] = [];
  // Maps with a key that is unknown and near to none: it may stand for the one that is missing.
  const withStrays = new Set<string>();
  for (let document = written; ; ) {
    const errors = mismatches(kind, document).filter(({ place }) => !seen.has(place));
    const unknown = errors.filter(({ isUnknownKey }) => isUnknownKey);
    for (const { place } of unknown) seen.add(place);
    const strays = unknown.flatMap(({ error }) => reportUnknownKey(error, document, report) ?? []);
    strayKeys.push(...strays.map(({ entry: { key, keySpan } }) => ({ value: key, span: keySpan })));
    const corrections = new Map(strays.flatMap(({ entry, meant }) => (meant === undefined ? [] : [[entry, meant]])));
    for (const { map } of strays.filter(({ meant }) => meant === undefined)) withStrays.add(map);
    guesses.push(...strays.flatMap(({ meant, map }) => (meant === undefined ? [] : [`${map}/${meant}`])));
    if (corrections.size > 0) {
      document = withKeys(document, corrections);
      continue;
    }
    const others = errors.filter(({ isUnknownKey }) => !isUnknownKey).map(({ error }) => error);
    const guessAt = (path: string) => guesses.find((guess) => `${path}/`.startsWith(`${guess}/`));
    const isExplained = (error: ErrorObject) =>
      isReported(nodeAt(document, error.instancePath)) ||
      guessAt(error.instancePath) !== undefined ||
      (lacksKey(error) && withStrays.has(error.instancePath));
    for (const error of others.filter((other) => !isExplained(other))) reportMismatch(error, document, report);
    const unreadable = others.map((error) => guessAt(error.instancePath) ?? pathOf(error));
    return { document: withUnreadable(document, wrongNodes(others, document)), unreadable, strayKeys };
  }
}

/** True where a map lacks a key, or any of several. */
function lacksKey({ keyword }: ErrorObject): boolean {
  return keyword === "required" || keyword === "anyOf" || keyword === "oneOf";
}

/** The nodes that cannot stand where they are. A map that lacks a key can. */
function wrongNodes(errors: readonly ErrorObject[], document: Node): ReadonlySet<Node> {
  const wrong = errors.filter(({ keyword }) => keyword !== "required");
  return new Set(wrong.map(({ instancePath }) => nodeAt(document, instancePath)));
}

/** The document with these scalars marked as what cannot be read. */
function withUnreadable<Part extends Node>(node: Part, wrong: ReadonlySet<Node>): Part {
  if (wrong.size === 0) return node;
  if (node.kind === "scalar") return wrong.has(node) ? { ...node, unreadable: true } : node;
  if (node.kind === "sequence") return { ...node, items: node.items.map((item) => withUnreadable(item, wrong)) };
  const entries = node.entries.map((entry) => ({ ...entry, value: withUnreadable(entry.value, wrong) }));
  return { ...node, entries };
}

function isReported({ reported }: Node): boolean {
  return reported === true;
}

/** Where a value is wrong, or missing. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  return keyword === "required" ? `${instancePath}/${params["missingProperty"]}` : instancePath;
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
  if (validate(plainNode(document))) return [];
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

/** An entry whose key is unknown. */
interface Stray {
  readonly entry: MapEntry;
  /** The known key that was most likely meant, one of the schema's: no such key has characters to escape. */
  readonly meant: string | undefined;
  /** JSON Pointer of the map that it stands in. */
  readonly map: string;
}

/** Gives the entry and the known key that was most likely meant, where the map does not have it anyway. */
function reportUnknownKey(error: ErrorObject, document: Node, report: Report): Stray | undefined {
  const key = String(error.params["additionalProperty"]);
  const map = nodeAt(document, error.instancePath) as MapNode;
  const entry = map.entries.find((candidate) => candidate.key === key);
  const known = keysOf(error.parentSchema?.["properties"]);
  const near = nearest(key, known) ?? otherWord(key, known);
  const at = entry?.keySpan ?? map.span;
  const taken = map.entries.some((other) => other.key === near);
  const other = near === undefined ? helpOnKey(key, known) : `did you mean "${near}"?`;
  const { help = other, fix, suggestion } = spelling(key, known, at, "fixed");
  const changes = taken ? {} : { fix, suggestion };
  report("unknown-key", at, `unknown key "${key}"${inside(error.instancePath)}`, { help, ...changes });
  return entry && { entry, meant: taken ? undefined : near, map: error.instancePath };
}

function helpOnKey(key: string, known: readonly string[]): string {
  const block = otherBlock(key, known);
  return block === undefined ? `allowed here: ${known.join(", ")}` : `write ${block}`;
}

/** The keys that an author may write: what the schema calls read-only, only flowc's own documents have. */
function keysOf(properties: unknown): readonly string[] {
  const all = Object.entries((properties ?? {}) as Readonly<Record<string, { readonly readOnly?: boolean }>>);
  return all.filter(([, property]) => property.readOnly !== true).map(([key]) => key);
}

function reportMismatch(error: ErrorObject, document: Node, report: Report): void {
  const node = nodeAt(document, error.instancePath);
  const code = codeOf(error);
  if (code === "invalid-duration") {
    const help = helpOnDuration(node.kind === "scalar" ? String(node.value) : "");
    report(code, node.span, `${found(node)} is not a duration`, { help });
  } else if (code === "api-version") {
    report(code, node.span, `the apiVersion ${found(node)} does not end in "/v1"`);
  } else {
    report(code, placeOf(error, node), mismatch(error, node), { ...allowedWord(error, node), ...constHelp(error) });
  }
}
