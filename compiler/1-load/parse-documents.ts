import {
  type Document,
  isCollection,
  isPair,
  isScalar,
  type ParsedNode,
  parseAllDocuments,
  Scalar,
  visit,
  type Node as YamlNode,
} from "yaml";
import type { Report } from "../nouns/diagnostic.ts";
import { type Source, span } from "../nouns/source.ts";
import { quoteYaml, quoting } from "./quote.ts";
import { templateValue } from "./quoted-template.ts";
import { restOfValue, type Unquoted, unquotedValue } from "./unquoted.ts";
import { quoteAdvice, type Range, sentence } from "./yaml-mistake.ts";

/** What a file holds once values that lack their quotes are read as the texts that they were meant to be. */
export interface ParsedDocuments {
  readonly documents: readonly Document.Parsed[];
  /** These values: where each ends, by where it begins. They have been reported. */
  readonly texts: ReadonlyMap<number, number>;
}

/** So many times a file is parsed anew: once for each time that what follows a mistake comes into view. */
const mostPasses = 20;

/**
 * Parses all YAML documents of a source. A value that YAML takes apart because it lacks its quotes (a template, an
 * expression with a comma in brackets, text with a colon) is reported as `yaml-syntax` and read as one text, so that it
 * hides nothing of the rest. Errors of another kind are left in the documents.
 */
export function parseDocuments(source: Source, report: Report): ParsedDocuments {
  const texts = new Map<number, number>();
  let { text } = source;
  for (let pass = 1; ; pass += 1) {
    const parsed = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    const documents = Array.isArray(parsed) ? parsed : [];
    const mistakes = pass > mostPasses ? [] : unquoted(documents, text);
    if (mistakes.length === 0) return { documents, texts };
    for (const mistake of mistakes) {
      reportMistake(mistake, source, report);
      const [start, end] = mistake.range;
      texts.set(start, end);
    }
    text = filled(text, mistakes);
  }
}

type Mistake =
  | { readonly kind: "template"; readonly range: Range }
  | { readonly kind: "text"; readonly range: Range; readonly message: string }
  | ({ readonly kind: "expression" } & Unquoted);

/** What lacks its quotes, in the order of the file; where one is inside another, the outer one. */
function unquoted(documents: readonly Document.Parsed[], text: string): readonly Mistake[] {
  const found = documents.flatMap((document) => unquotedIn(document.contents, text));
  const first = documents.flatMap(({ errors }) => errors)[0];
  if (found.length === 0 && first !== undefined) found.push(...unquotedText(first, text));
  const sorted = found.toSorted((left, right) => left.range[0] - right.range[0] || right.range[1] - left.range[1]);
  let end = 0;
  return sorted.filter(({ range }) => {
    if (range[0] < end) return false;
    end = range[1];
    return true;
  });
}

function unquotedIn(contents: ParsedNode | null, text: string): Mistake[] {
  const found: Mistake[] = [];
  visit(contents, {
    Scalar: (key, scalar, path) => {
      if (scalar.type !== Scalar.PLAIN || scalar.range == null) return;
      const range: Range = [scalar.range[0], scalar.range[1]];
      const inFlow = path.some((node) => isCollection(node) && node.flow === true);
      const value = unquotedValue(text, { range, isKey: key === "key", inFlow });
      if (value !== undefined) found.push({ kind: "expression", ...value });
    },
    Map: (_key, map, path) => {
      const start = map.range?.[0];
      if (map.flow !== true || start === undefined || !text.startsWith("{{", start)) return;
      // What stands behind a tag is reported with the tag.
      if (map.tag !== undefined) return visit.SKIP;
      const range = templateValue(text, start);
      const isKey = path.some((node, index) => isPair(node) && node.key === (path[index + 1] ?? map));
      if (range === undefined || isKey) return;
      found.push({ kind: "template", range });
      return visit.SKIP;
    },
  });
  return found;
}

/** Text that holds ": ", behind a key: YAML takes it for a map. What follows must not hang on it. */
function unquotedText({ code, message, pos }: Document.Parsed["errors"][number], text: string): readonly Mistake[] {
  const [start] = pos;
  if (code !== "BLOCK_AS_IMPLICIT_KEY" || message.includes("\n") || !/[^\s{[&*|>'"]/.test(text[start] ?? " "))
    return [];
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(lineStart, start);
  const range = restOfValue(text, start);
  const next = /\n([ \t]*)[^\s#]/.exec(text.slice(range[1], range[1] + 5000))?.[1]?.length ?? 0;
  const indentation = /^[ \t]*(?:-[ \t]+)*/.exec(before)?.[0].length ?? 0;
  if (!/^[ \t]*(?:-[ \t]+)*[^\s"'#][^"'#]*:[ \t]+$/.test(before) || next > indentation) return [];
  return /:(?:\s|$)/.test(text.slice(...range)) ? [{ kind: "text", range, message: sentence(message) }] : [];
}

function reportMistake(mistake: Mistake, source: Source, report: Report): void {
  const at = span(source, ...mistake.range);
  const written = source.text.slice(at.start, at.end);
  if (mistake.kind === "template") {
    const message = "an unquoted {{ … }} is a map to YAML, not a template";
    report("yaml-syntax", at, message, { help: quoteAdvice, fix: quoting(at, "template") });
  } else if (mistake.kind === "text") {
    const help = 'a text that holds ": " must be quoted, or written as a block: key: |';
    report("yaml-syntax", at, mistake.message, { help });
  } else {
    const message = `without quotes YAML cuts this text at its ${mistake.cut}`;
    report("yaml-syntax", at, message, { help: `quote it: ${quoteYaml(written)}`, fix: quoting(at, "text") });
  }
}

/** The text with plain words of the same length in the place of what has been reported, so that all offsets stay. */
function filled(text: string, mistakes: readonly Mistake[]): string {
  let result = "";
  let position = 0;
  for (const { range } of mistakes) {
    result += text.slice(position, range[0]) + "x".repeat(range[1] - range[0]);
    position = range[1];
  }
  return result + text.slice(position);
}

/** True for a scalar in quotes. */
export function isQuoted(node: YamlNode | null): boolean {
  return isScalar(node) && (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE);
}
