/** Code points as sorted ranges that neither touch nor overlap: first, last, first, last, … */
export type CharSet = readonly number[];

/** Places between characters: `text-end` is `\z`, and `$` without the flag m; `line-end` is `$` with it. */
export type Assertion = "text-start" | "text-end" | "line-start" | "line-end" | "word" | "not-word";

/**
 * A regular expression as far as a yes-or-no search needs it: groups, greediness and spelling are gone, case folding is
 * in the sets. `height` is the depth of the tree, 1000 at most; `max` is Infinity where there is no limit.
 */
export type Node =
  | { readonly kind: "set"; readonly set: CharSet; readonly height: 1 }
  | { readonly kind: "assertion"; readonly assertion: Assertion; readonly height: 1 }
  | { readonly kind: "sequence"; readonly items: readonly Node[]; readonly height: number }
  | { readonly kind: "choice"; readonly items: readonly Node[]; readonly height: number }
  | {
      readonly kind: "repeat";
      readonly item: Node;
      readonly min: number;
      readonly max: number;
      readonly height: number;
    };

/** One character of a set. */
export function setNode(set: CharSet): Node {
  return { kind: "set", set, height: 1 };
}

/** A place between characters. */
export function assertionNode(assertion: Assertion): Node {
  return { kind: "assertion", assertion, height: 1 };
}

/** One after the other; the item itself where there is one only. */
export function sequenceNode(items: readonly Node[]): Node {
  const [first, second] = items;
  return first && !second ? first : { kind: "sequence", items, height: heightOf(items) };
}

/** One or the other; the item itself where there is one only. */
export function choiceNode(items: readonly Node[]): Node {
  const [first, second] = items;
  return first && !second ? first : { kind: "choice", items, height: heightOf(items) };
}

/** `item{min,max}`. */
export function repeatNode(item: Node, min: number, max: number): Node {
  return { kind: "repeat", item, min, max, height: item.height + 1 };
}

/** The parts of a node. */
export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === "repeat") return [node.item];
  return node.kind === "sequence" || node.kind === "choice" ? node.items : [];
}

/** True where the node or one inside it is this assertion. */
export function contains(node: Node, assertion: Assertion): boolean {
  if (node.kind === "assertion") return node.assertion === assertion;
  return childrenOf(node).some((child) => contains(child, assertion));
}

function heightOf(items: readonly Node[]): number {
  return 1 + items.reduce((height, item) => Math.max(height, item.height), 0);
}
