/**
 * These nodes and all nodes inside them, each before those inside it and in the order of the source. `childrenOf` makes the
 * tree: expressions, plans, values and YAML each have theirs in this folder. A node that stands in two places comes twice.
 */
export function* walk<Node>(
  roots: readonly Node[],
  childrenOf: (node: Node) => readonly Node[],
): Generator<Node, undefined> {
  const pending = roots.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    pending.push(...childrenOf(node).toReversed());
  }
}
