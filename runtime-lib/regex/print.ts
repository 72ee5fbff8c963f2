import { everything, intersect, negate, union } from "./char-set.ts";
import { type Assertion, type CharSet, contains, type Node } from "./tree.ts";

/**
 * A JavaScript pattern without flags that finds what the tree describes, in texts without lone surrogates. It speaks of
 * UTF-16 units, because V8's linear engine takes neither the flag u nor i; it has no groups that capture, since they
 * would slow that engine down. Of what is printed here, that engine refuses counts above 16 and `$` under the flag m.
 */
export function printPattern(root: Node): string {
  if (!contains(root, "not-word")) return print(root, true);
  // \B holds between the halves of a character: step over whole characters to where the search begins.
  return `^${printSet(everything)}*?(?:${print(root, false)})`;
}

const assertions: Readonly<Record<Assertion, string>> = {
  "text-start": "^",
  "text-end": "$",
  "line-start": "(?<![^\\n])",
  "line-end": "(?![^\\n])",
  word: "\\b",
  "not-word": "\\B",
};

function print(node: Node, halves: boolean): string {
  switch (node.kind) {
    case "set":
      return printSet(node.set);
    case "assertion":
      return assertions[node.assertion];
    case "sequence":
      return node.items
        .map((item) => (item.kind === "choice" ? group(print(item, halves)) : print(item, halves)))
        .join("");
    case "choice":
      return group(node.items.map((item) => print(item, halves)).join("|"));
    case "repeat":
      return printRepeat(node, halves);
  }
}

function printRepeat({ item, min, max }: Node & { kind: "repeat" }, halves: boolean): string {
  if (max === 0) return "(?:)";
  const text = print(item, halves);
  const atom = item.kind === "set" && /^(?:\[[^\]]*\]|\\?.|\\u....)$/s.test(text) ? text : group(text);
  if (!halves || item.kind !== "set" || max !== Number.POSITIVE_INFINITY || !hasAstral(item.set))
    return `${atom}${quantifier(min, max)}`;
  // Any number of characters, whatever lies beyond U+FFFF among them, is any number of units: much faster.
  const units = `${printUnits(union(intersect(item.set, basic), surrogates))}*`;
  return min === 0 ? units : `${atom}${quantifier(min, min)}${units}`;
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? (min === 1 ? "" : `{${min}}`) : `{${min},${max}}`;
}

function group(text: string): string {
  return /^\(\?:[^()]*\)$/.test(text) ? text : `(?:${text})`;
}

const basic: CharSet = [0, 0xffff];
const astral: CharSet = [0x10000, 0x10ffff];
const surrogates: CharSet = [0xd800, 0xdfff];

function hasAstral(set: CharSet): boolean {
  return (set.at(-1) ?? 0) === 0x10ffff && (set.at(-2) ?? 0) <= 0x10000;
}

/** One character: a unit, or two of them. */
function printSet(set: CharSet): string {
  const alternatives: string[] = [];
  const low = intersect(set, intersect(basic, negate(surrogates)));
  if (low.length > 0) alternatives.push(printUnits(low));
  const high = intersect(set, astral);
  for (let index = 0; index < high.length; index += 2) pairs(high[index] ?? 0, high[index + 1] ?? 0, alternatives);
  if (alternatives.length === 0) return "[]";
  return alternatives.length === 1 ? (alternatives[0] ?? "") : `(?:${alternatives.join("|")})`;
}

/** The code points from `first` to `last`, all beyond U+FFFF, as pairs of classes. */
function pairs(first: number, last: number, into: string[]): void {
  let next = first;
  while (next <= last) {
    const inBlock = (next - 0x10000) & 0x3ff;
    const blocks = inBlock === 0 ? (last + 1 - next) >> 10 : 0;
    const end = blocks > 0 ? next + blocks * 0x400 - 1 : Math.min(last, next + 0x3ff - inBlock);
    const lead = printUnits([leadOf(next), leadOf(end)]);
    const trail = blocks > 0 ? printUnits([0xdc00, 0xdfff]) : printUnits([trailOf(next), trailOf(end)]);
    into.push(lead + trail);
    next = end + 1;
  }
}

function leadOf(codePoint: number): number {
  return 0xd800 + ((codePoint - 0x10000) >> 10);
}

function trailOf(codePoint: number): number {
  return 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
}

/** A class of units; a single unit stands for itself. */
function printUnits(set: CharSet): string {
  const [first = 0, last = 0] = set;
  if (set.length === 2 && first === last) return printUnit(first);
  let text = "";
  for (let index = 0; index < set.length; index += 2) {
    const [from = 0, to = 0] = set.slice(index, index + 2);
    text += from === to ? printUnit(from) : `${printUnit(from)}${to === from + 1 ? "" : "-"}${printUnit(to)}`;
  }
  return `[${text}]`;
}

function printUnit(unit: number): string {
  const character = String.fromCharCode(unit);
  if (/[0-9A-Za-z_ !"#%&',:;<=>@`~]/.test(character)) return character;
  if (unit > 0x20 && unit < 0x7f) return `\\${character}`;
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
