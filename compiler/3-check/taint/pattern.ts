import { everything, has, union } from "../../../runtime-lib/regex/char-set.ts";
import { pattern, readPattern } from "../../../runtime-lib/regex/regex.ts";
import { type Assertion, type CharSet, childrenOf, type Node } from "../../../runtime-lib/regex/tree.ts";
import { prefixOf, writtenOnce } from "./pattern-shape.ts";
import type { TextSet } from "./text-set.ts";

/** What a regular expression says of the whole of a text that matches it. */
export interface PatternFacts {
  readonly root: Node;
  /** True where a match can only start at the text's start, whichever alternative it takes. */
  readonly start: boolean;
  /** True where it can only end at the text's end. */
  readonly end: boolean;
  /** The texts that match. */
  readonly admits: TextSet;
}

/** Reads a pattern in RE2's syntax; undefined where it is not valid. */
export function patternFacts(source: string): PatternFacts | undefined {
  const root = readPattern(source);
  if (root === undefined) return undefined;
  const start = isAnchored(root, "text-start");
  const end = isAnchored(root, "text-end");
  const chars = start && end ? charactersOf(root) : everything;
  const shape = start ? { prefixes: [prefixOf(root)], written: end ? writtenOnce(root) : [] } : undefined;
  return { root, start, end, admits: { chars, starts: start ? startsOf(root, end) : everything, shape } };
}

/** The texts that a pattern leaves; undefined where any, or where it is not a pattern. */
export function patternTexts(source: string): TextSet | undefined {
  const facts = patternFacts(source);
  return facts?.start ? facts.admits : undefined;
}

/** The characters with which no text can begin in which this pattern, such as `^-`, is not found. */
export function refusedAtStart(source: string): CharSet | undefined {
  const root = readPattern(source);
  if (root?.kind !== "sequence" || root.items.length !== 2) return undefined;
  const [place, first] = root.items;
  return place?.kind === "assertion" && place.assertion === "text-start" && first?.kind === "set"
    ? first.set
    : undefined;
}

/** With what a text begins that matches from its start; any where it may match as the empty text, and go on. */
function startsOf(root: Node, end: boolean): CharSet {
  const { set, empty } = beginning(root);
  return empty && !end ? everything : set;
}

interface Beginning {
  readonly set: CharSet;
  /** True where the node can match without taking a character. */
  readonly empty: boolean;
}

function beginning(node: Node): Beginning {
  switch (node.kind) {
    case "set":
      return { set: node.set, empty: false };
    case "assertion":
      return { set: [], empty: true };
    case "repeat": {
      const { set, empty } = beginning(node.item);
      return { set, empty: empty || node.min === 0 };
    }
    case "choice": {
      const all = node.items.map(beginning);
      return { set: union(...all.map(({ set }) => set)), empty: all.some(({ empty }) => empty) };
    }
    default: {
      const all = node.items.map(beginning);
      const firm = all.findIndex(({ empty }) => !empty);
      const reached = firm === -1 ? all : all.slice(0, firm + 1);
      return { set: union(...reached.map(({ set }) => set)), empty: firm === -1 };
    }
  }
}

/** The characters that no text can hold in which this pattern is found nowhere, if there are such. */
export function refusedWherever(source: string): CharSet | undefined {
  const root = readPattern(source);
  const one = root?.kind === "repeat" && root.min === 1 ? root.item : root;
  if (one?.kind === "set") return one.set;
  const sets = one?.kind === "choice" ? one.items.filter((item) => item.kind === "set") : [];
  return one?.kind === "choice" && sets.length === one.items.length ? union(...sets.map(({ set }) => set)) : undefined;
}

/** The pattern written so that it binds the whole text. */
export function anchored(source: string): string {
  const body = source
    .replace(/^(?:\^|\\A)/, "")
    .replace(/(?<=^|[^\\])(?:\\\\)*(?:\$|\\z)$/, (end) => end.replace(/(?:\$|\\z)$/, ""));
  const candidates = [`^${body}$`, `^(?:${body})$`, `^(?:${source})$`];
  const binds = (text: string) => {
    const facts = patternFacts(text);
    return facts?.start === true && facts.end;
  };
  return candidates.find((text) => binds(text) && accepts(text, sampleOf(source))) ?? `^(?:${source})$`;
}

/** A text that passes and holds `extra`, which the author did not mean to let through; undefined where none is found. */
export function passing(source: string, extra: string): string | undefined {
  const root = readPattern(source);
  if (root === undefined) return undefined;
  const samples = (root.kind === "choice" ? root.items : [root]).map(sample);
  const texts = samples.flatMap((text) => [`${text}${extra}`, `${extra}${text}`, `${text}\n${extra}`]);
  return texts.find((text) => accepts(source, text));
}

function accepts(source: string, text: string | undefined): boolean {
  return text !== undefined && readPattern(source) !== undefined && pattern(source).test(text);
}

function sampleOf(source: string): string {
  const root = readPattern(source);
  return root === undefined ? "" : sample(root);
}

/** True where everything that the node matches begins (or ends) with this place. */
export function isAnchored(node: Node, place: Assertion): boolean {
  switch (node.kind) {
    case "assertion":
      return node.assertion === place;
    case "choice":
      return node.items.every((item) => isAnchored(item, place));
    case "repeat":
      return node.min > 0 && isAnchored(node.item, place);
    case "sequence": {
      const items = place === "text-end" ? node.items.toReversed() : node.items;
      const at = items.findIndex((item) => isAnchored(item, place));
      return at >= 0 && items.slice(0, at).every(isEmpty);
    }
    default:
      return false;
  }
}

/** True where the node takes no character. */
function isEmpty(node: Node): boolean {
  return node.kind === "assertion" || (node.kind !== "set" && childrenOf(node).every(isEmpty));
}

function charactersOf(node: Node): CharSet {
  if (node.kind === "set") return node.set;
  return union(...childrenOf(node).map(charactersOf));
}

/** A short text that the node matches, where it matches any. */
function sample(node: Node): string {
  switch (node.kind) {
    case "set":
      return characterOf(node.set);
    case "assertion":
      return "";
    case "repeat":
      return sample(node.item).repeat(Math.min(Math.max(node.min, Math.min(1, node.max)), 64));
    case "choice":
      return node.items[0] === undefined ? "" : sample(node.items[0]);
    default:
      return node.items.map(sample).join("");
  }
}

function characterOf(set: CharSet): string {
  const liked = [..."abcxyz019AZ_-. /"].find((character) => has(set, character.charCodeAt(0)));
  return liked ?? String.fromCodePoint(set[0] ?? 0x61);
}

/** True for a class of characters that means to leave some out, unlike `.` or `[^/]`. */
export function isClass(node: Node | undefined): boolean {
  return (
    node?.kind === "repeat" && node.item.kind === "set" && !node.item.set.includes(0x10ffff) && isSeveral(node.item.set)
  );
}

function isSeveral(set: CharSet): boolean {
  return (set.at(-1) ?? 0) > (set[0] ?? 0);
}

/** Of a set, a few characters as a message shows them. */
export function shown(set: CharSet): string {
  const printable = [..."; $`&|<>\"'\\(){}[]*?!#~=-"].filter((character) => has(set, character.charCodeAt(0)));
  const some = printable.length > 0 ? printable : ["line breaks"];
  const quoted = some
    .slice(0, 3)
    .map((character) => (character.length > 1 ? character : character === " " ? "blanks" : `"${character}"`));
  return some.length > 3 ? `${quoted.join(", ")} and more` : quoted.join(", ");
}
