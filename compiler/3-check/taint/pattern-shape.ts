import { intersect, negate, union } from "../../../runtime-lib/regex/char-set.ts";
import { type CharSet, childrenOf, type Node } from "../../../runtime-lib/regex/tree.ts";

/** The text with which all begins that a pattern matches from the start of a text. */
export function prefixOf(root: Node): string {
  const items = (root.kind === "sequence" ? root.items : [root]).filter(({ kind }) => kind !== "assertion");
  const characters = items.map(onlyCharacter);
  const end = characters.indexOf(undefined);
  return String.fromCodePoint(...characters.slice(0, end === -1 ? undefined : end).filter((one) => one !== undefined));
}

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
