import type { DiagnosticExtras } from "../nouns/diagnostic.ts";
import { type Source, type Span, span } from "../nouns/source.ts";
import { quoteYaml, quoting } from "./quote.ts";

/** A node with a tag, as the YAML parser has it: the tag resolved, the value read by it. */
export interface Tagged {
  readonly tag: string;
  readonly value: unknown;
  /** Where the node itself begins and ends, behind its tag. */
  readonly start: number;
  readonly end: number;
  readonly kind: "scalar" | "map" | "sequence";
}

/** What is wrong with a tag. */
export interface TagMistake {
  readonly at: Span;
  readonly message: string;
  readonly extras: DiagnosticExtras;
  /** The text that was meant, where a `!` was not meant as a tag. */
  readonly text: Span | undefined;
}

const prefix = "tag:yaml.org,2002:";
/** The tags of YAML's core schema (YAML 1.2.2, section 10.3), and what a value that they are put on must be. */
const core: Readonly<Record<string, (node: Tagged) => boolean>> = {
  str: ({ kind }) => kind === "scalar",
  int: ({ value }) => Number.isInteger(value),
  float: ({ value }) => typeof value === "number",
  bool: ({ value }) => typeof value === "boolean",
  null: ({ value, kind }) => kind === "scalar" && (value === null || value === ""),
  map: ({ kind }) => kind === "map",
  seq: ({ kind }) => kind === "sequence",
};

/** Looks at the tag of a node; undefined where it is one of the core schema that fits. */
export function tagMistake(node: Tagged, source: Source): TagMistake | undefined {
  const at = tagBefore(node, source);
  const written = source.text.slice(at.start, at.end);
  const name = node.tag.startsWith(prefix) ? node.tag.slice(prefix.length) : undefined;
  if (written === "!" || name === undefined || !Object.hasOwn(core, name)) return foreign(node, at, written);
  if (core[name]?.(node)) return undefined;
  return { at, message: `the value does not fit its tag "${written}"`, extras: {}, text: undefined };
}

function foreign(node: Tagged, at: Span, written: string): TagMistake {
  const whole = span(at.source, at.start, Math.max(at.end, node.end));
  const line = at.source.text.slice(whole.start, whole.end);
  const isText = !written.startsWith("!!") && !written.startsWith("!<") && !line.includes("\n");
  const known = `the tags of YAML's core schema: ${Object.keys(core)
    .map((key) => `!!${key}`)
    .join(", ")}`;
  const help = isText ? `quote it: ${quoteYaml(line)}` : known;
  if (written !== "!") {
    const message = `"${written}" is not a tag that flowc knows`;
    return { at, message, extras: { help }, text: isText ? whole : undefined };
  }
  const fix = isText ? quoting(whole, "text") : undefined;
  const message = 'YAML reads this "!" as a tag, not as part of the text';
  return { at, message, extras: { help, fix }, text: isText ? whole : undefined };
}

/** Between a tag and its value are blanks, comments and an anchor at most. */
const tagAtEnd = /!(?:<[^<>\s]*>|[^\s,[\]{}]*)(?=(?:\s|&[^\s,[\]{}]+|#[^\n]*\n)*$)/;

function tagBefore({ start }: Tagged, source: Source): Span {
  const from = Math.max(0, start - 2000);
  const found = tagAtEnd.exec(source.text.slice(from, start));
  if (found === null) return span(source, start, start);
  return span(source, from + found.index, from + found.index + found[0].length);
}
