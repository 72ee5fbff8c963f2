import { intersect, negate, union } from "../../../runtime-lib/regex/char-set.ts";
import { type CharSet, childrenOf, type Node } from "../../../runtime-lib/regex/tree.ts";

/**
 * The text with which all begins that a pattern matches from the start of a text; `*` stands for letters, digits, dots and
 * dashes.
 */
export function prefixOf(root: Node): string {
  const items = (root.kind === "sequence" ? root.items : [root]).filter(({ kind }) => kind !== "assertion");
  const pieces = items.map(pieceOf);
  const end = pieces.indexOf(undefined);
  return pieces
    .slice(0, end === -1 ? undefined : end)
    .join("")
    .replaceAll(/\*+/g, "*");
}

function pieceOf(node: Node): string | undefined {
  const character = onlyCharacter(node);
  if (character !== undefined) return String.fromCodePoint(character);
  const { single, other } = charactersBelow(node);
  if (intersect(union(single, other), negate(nameCharacters)).length > 0) return undefined;
  // `([a-z]+\.)*`
  const last = node.kind === "repeat" && node.item.kind === "sequence" ? node.item.items.at(-1) : undefined;
  return last !== undefined && onlyCharacter(last) === 0x2e ? "*." : "*";
}

const nameCharacters: CharSet = [0x2d, 0x2e, 0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a];

/** The characters that the pattern writes out one by one, where it has them nowhere in a class or a repetition. */
export function writtenOnce(root: Node): CharSet {
  const { single, other } = charactersBelow(root);
  return other.length === 0 ? single : intersect(single, negate(other));
}

interface Characters {
  readonly single: CharSet;
  readonly other: CharSet;
}

function charactersBelow(node: Node): Characters {
  if (node.kind === "set")
    return onlyCharacter(node) === undefined ? { single: [], other: node.set } : { single: node.set, other: [] };
  const inside = childrenOf(node).map(charactersBelow);
  const [single, other] = [union(...inside.map((part) => part.single)), union(...inside.map((part) => part.other))];
  return node.kind === "repeat" ? { single: [], other: union(single, other) } : { single, other };
}

function onlyCharacter(node: Node): number | undefined {
  if (node.kind !== "set") return undefined;
  const [first, last] = node.set;
  return node.set.length === 2 && first === last ? first : undefined;
}
