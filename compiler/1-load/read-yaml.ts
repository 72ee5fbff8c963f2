import { isAlias, isMap, isScalar, isSeq, type Pair, Scalar, visit, type Node as YamlNode } from "yaml";
import type { DiagnosticExtras, Report } from "../nouns/diagnostic.ts";
import type { LoadedFile } from "../nouns/loaded.ts";
import type { MapEntry, MapNode, Node, ScalarNode } from "../nouns/node.ts";
import { type Source, type Span, span } from "../nouns/source.ts";
import { isQuoted, parseDocuments } from "./parse-documents.ts";
import { placeInScalar } from "./place.ts";
import { readIgnores } from "./read-ignores.ts";
import { type TagMistake, tagMistake } from "./tags.ts";
import { deeperThan, maximumDepth, quoteAdvice, type Range, type ReadSoFar, yamlMistake } from "./yaml-mistake.ts";

/** What aliases may grow a document to, in nodes: a guard against YAML bombs. */
const maximumNodes = 200_000;

/**
 * Reads all YAML documents of a source (YAML 1.2 core schema, with anchors, aliases and `<<` merges) into nodes with
 * positions. Reports `duplicate-key` and `yaml-syntax`: values that lack quotes, tags beyond the core schema, and of all
 * else the first error of a file, for the rest are its echoes.
 */
export function readYaml(source: Source, report: Report): LoadedFile {
  const read = readDocuments(source, report);
  return { source, ...read, ignores: readIgnores(source, read.documents) };
}

function readDocuments(source: Source, report: Report): Pick<LoadedFile, "documents" | "broken"> {
  const documents: Node[] = [];
  let broken = false;
  const parsed = parseDocuments(source, report);
  for (const document of parsed.documents) {
    const error = document.errors[0];
    if (error !== undefined) {
      const { at, message, help } = yamlMistake(
        error,
        { errors: document.errors, ...rangesOf(document.contents) },
        source,
      );
      report("yaml-syntax", at, message, { help });
      return { documents, broken: true };
    }
    if (document.contents === null) continue;
    const reader = new Reader(source, parsed.texts, report);
    const node = reader.read(document.contents, 0);
    if (node !== null && !reader.failed) documents.push(node);
    broken ||= reader.failed;
  }
  return { documents, broken };
}

/** Turns one document's tree into nodes. A value that cannot be read is reported once and left out. */
class Reader {
  readonly #source: Source;
  readonly #report: Report;
  /** Values that lacked their quotes: where each ends, by where it begins. */
  readonly #texts: ReadonlyMap<number, number>;
  readonly #anchors = new Map<string, { readonly node: Node; readonly size: number }>();
  /** True once something was reported as unreadable. */
  failed = false;
  #size = 0;
  #tooLarge = false;

  constructor(source: Source, texts: ReadonlyMap<number, number>, report: Report) {
    this.#source = source;
    this.#texts = texts;
    this.#report = report;
  }

  read(node: YamlNode, depth: number): Node | null {
    const at = this.#spanOf(node);
    if (isAlias(node)) return this.#alias(node.source, at);
    if (depth > maximumDepth) return this.#fail(at, deeperThan);
    const before = this.#size;
    this.#size += 1;
    const mistake = this.#tagOf(node);
    const read = mistake?.text === undefined ? this.#content(node, at, depth) : this.#text(mistake.text);
    const result = mistake !== undefined && read !== null ? { ...read, reported: true as const } : read;
    if (result !== null && "anchor" in node && node.anchor) {
      this.#anchors.set(node.anchor, { node: result, size: this.#size - before });
    }
    return result;
  }

  #content(node: YamlNode, at: Span, depth: number): Node | null {
    if (isMap(node)) return this.#map(node.items as Pair<YamlNode, YamlNode | null>[], at, depth);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as YamlNode, depth + 1));
      return { kind: "sequence", span: at, items: items.filter((item) => item !== null) };
    }
    return isScalar(node) ? this.#scalar(node, at) : this.#fail(at, "a value that flowc cannot read");
  }

  #alias(name: string, at: Span): Node | null {
    const target = this.#anchors.get(name);
    if (target === undefined) return this.#fail(at, `the alias "*${name}" has no anchor "&${name}" before it`);
    this.#size += target.size;
    if (this.#size <= maximumNodes) return target.node;
    if (this.#tooLarge) return null;
    this.#tooLarge = true;
    return this.#fail(at, `the aliases of this document expand to more than ${maximumNodes} values`);
  }

  #map(pairs: readonly Pair<YamlNode, YamlNode | null>[], at: Span, depth: number): Node | null {
    const entries = new Map<string, MapEntry>();
    const again = new Map<string, Span>();
    const merged: MapNode[] = [];
    for (const pair of pairs) {
      const key = this.#key(pair.key, at);
      if (key === null) return null;
      const value = this.#value(pair.value, key.span, depth);
      if (value === null) continue;
      if (key.text === "<<" && key.plain) merged.push(...this.#mergeSources(value));
      else if (!entries.has(key.text)) entries.set(key.text, { key: key.text, keySpan: key.span, value });
      else again.set(key.text, again.get(key.text) ?? key.span);
    }
    this.#reportTwins(entries, again);
    for (const entry of merged.flatMap((map) => map.entries))
      if (!entries.has(entry.key)) entries.set(entry.key, entry);
    return { kind: "map", span: at, entries: [...entries.values()] };
  }

  /** Reports each key once, however often it stands there. */
  #reportTwins(entries: ReadonlyMap<string, MapEntry>, again: ReadonlyMap<string, Span>): void {
    for (const [key, at] of again) {
      const notes = [{ message: `"${key}" first appears here`, span: entries.get(key)?.keySpan ?? at }];
      this.#report("duplicate-key", at, `the key "${key}" appears twice in this map`, { notes });
    }
  }

  #mergeSources(value: Node): readonly MapNode[] {
    const sources = value.kind === "sequence" ? value.items : [value];
    return sources.flatMap((source) => {
      if (source.kind === "map") return [source];
      this.#fail(source.span, "a merge (<<) takes a map or a list of maps");
      return [];
    });
  }

  #key(key: YamlNode | null, map: Span): { text: string; span: Span; plain: boolean } | null {
    if (isScalar(key)) this.#tagOf(key);
    if (isScalar(key)) return { text: keyText(key), span: this.#spanOf(key), plain: key.type === Scalar.PLAIN };
    const at = key === null ? map : this.#spanOf(key);
    const template = this.#source.text.startsWith("{{", map.start);
    const message = template ? "an unquoted {{ … }} is a map to YAML, not a template" : "a key must be plain text";
    return this.#fail(template ? map : at, message, template ? { help: quoteAdvice } : {});
  }

  /** Reports a tag that cannot stand there. */
  #tagOf(node: YamlNode): TagMistake | undefined {
    if (isAlias(node) || node.tag === undefined) return undefined;
    const [start, end] = node.range ?? [0, 0];
    const kind = isMap(node) ? "map" : isSeq(node) ? "sequence" : "scalar";
    const value = isScalar(node) ? tagged(node) : undefined;
    const mistake = tagMistake({ tag: node.tag, value, start, end, kind }, this.#source);
    if (mistake !== undefined) this.#report("yaml-syntax", mistake.at, mistake.message, mistake.extras);
    return mistake;
  }

  /** What stands there, as the one text that it was meant to be. */
  #text(at: Span): ScalarNode {
    const value = at.source.text.slice(at.start, at.end);
    return { kind: "scalar", span: at, value, style: "plain", place: (offset) => at.start + offset, reported: true };
  }

  #scalar(node: Scalar, at: Span): ScalarNode {
    const end = this.#texts.get(at.start);
    if (end !== undefined) return this.#text(span(this.#source, at.start, end));
    const style = styleOf(node);
    const value = tagged(node);
    const known = value === null || typeof value === "number" || typeof value === "boolean" ? value : String(value);
    const text = typeof known === "string" ? known : (node.source ?? "");
    return { kind: "scalar", span: at, value: known, style, place: placeInScalar(at, text, style) };
  }

  #value(node: YamlNode | null, key: Span, depth: number): Node | null {
    return node === null ? this.#empty(key) : this.read(node, depth + 1);
  }

  #empty(at: Span): ScalarNode {
    const end = span(at.source, at.end, at.end);
    return { kind: "scalar", span: end, value: null, style: "plain", place: () => at.end };
  }

  #spanOf(node: YamlNode): Span {
    const [start, end] = node.range ?? [0, 0];
    return span(this.#source, start, end);
  }

  #fail(at: Span, message: string, extras: DiagnosticExtras = {}): null {
    this.failed = true;
    this.#report("yaml-syntax", at, message, extras);
    return null;
  }
}

function keyText(key: Scalar): string {
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

/** The value of a scalar; that of a float may also be written as a whole number, which the parser leaves as text. */
function tagged({ value, tag }: Scalar): unknown {
  const isFloat = tag === "tag:yaml.org,2002:float" && typeof value === "string" && value.trim() !== "";
  return isFloat && Number.isFinite(Number(value)) ? Number(value) : value;
}

function styleOf(node: Scalar): ScalarNode["style"] {
  if (isQuoted(node)) return "quoted";
  return node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED ? "block" : "plain";
}

/** Offsets of all that is in quotes or brackets, in the order of the file. */
function rangesOf(contents: YamlNode | null): Pick<ReadSoFar, "quoted" | "bracketed"> {
  const quoted: Range[] = [];
  const bracketed: Range[] = [];
  const add = (list: Range[], node: YamlNode) => {
    if (node.range != null) list.push([node.range[0], node.range[1]]);
  };
  visit(contents, {
    Scalar: (_key, scalar) => {
      if (styleOf(scalar) === "quoted") add(quoted, scalar);
    },
    Collection: (_key, collection) => {
      if (collection.flow === true) add(bracketed, collection);
    },
  });
  return { quoted, bracketed };
}
