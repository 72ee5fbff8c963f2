import type { MapEntry, Node } from "../nouns/node.ts";
import { walk } from "./walk.ts";

/** These YAML values and all values inside them, from the outside in; what aliases lead to is looked into once. */
export function nodesIn(roots: readonly Node[]): Iterable<Node> {
  const seen = new Set<Node>();
  return walk(roots, (node) => {
    const isNew = !seen.has(node);
    seen.add(node);
    return isNew ? nodeChildren(node) : [];
  });
}

/** Every entry of every map in these. */
export function entriesIn(roots: readonly Node[]): readonly MapEntry[] {
  return [...nodesIn(roots)].flatMap((node) => (node.kind === "map" ? node.entries : []));
}

function nodeChildren(node: Node): readonly Node[] {
  if (node.kind === "sequence") return node.items;
  return node.kind === "map" ? node.entries.map(({ value }) => value) : [];
}
