import type { Span } from "../../nouns/source.ts";
import type { MapEntry, Node } from "../../nouns/syntax.ts";

/** The node at just this place, looked for in all these; undefined where there is none. */
export function nodeAtSpan(roots: readonly Node[], at: Span): Node | undefined {
  for (const node of allNodes(roots)) if (isSame(node.span, at)) return node;
  return undefined;
}

/** The value of the key that stands at this place. */
export function valueOfKey(roots: readonly Node[], key: Span): Node | undefined {
  return allEntries(roots).find(({ keySpan }) => isSame(keySpan, key))?.value;
}

/** Every entry of every map, from the outside in. */
export function allEntries(roots: readonly Node[]): readonly MapEntry[] {
  return [...allNodes(roots)].flatMap((node) => (node.kind === "map" ? node.entries : []));
}

function* allNodes(roots: readonly Node[]): Generator<Node> {
  const left = [...roots];
  // Aliases may lead to one node many times.
  const seen = new Set<Node>();
  for (let node = left.shift(); node !== undefined; node = left.shift()) {
    if (seen.has(node)) continue;
    seen.add(node);
    yield node;
    if (node.kind === "sequence") left.push(...node.items);
    if (node.kind === "map") left.push(...node.entries.map(({ value }) => value));
  }
}

function isSame(first: Span, second: Span): boolean {
  return first.source === second.source && first.start === second.start && first.end === second.end;
}
