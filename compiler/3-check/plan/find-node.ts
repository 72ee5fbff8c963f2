import type { Node } from "../../nouns/node.ts";
import type { Span } from "../../nouns/source.ts";
import { entriesIn, nodesIn } from "../../tree/nodes.ts";

/** The node at just this place, looked for in all these; undefined where there is none. */
export function nodeAtSpan(roots: readonly Node[], at: Span): Node | undefined {
  for (const node of nodesIn(roots)) if (isSame(node.span, at)) return node;
  return undefined;
}

/** The value of the key that stands at this place. */
export function valueOfKey(roots: readonly Node[], key: Span): Node | undefined {
  return entriesIn(roots).find(({ keySpan }) => isSame(keySpan, key))?.value;
}

function isSame(first: Span, second: Span): boolean {
  return first.source === second.source && first.start === second.start && first.end === second.end;
}
