/** A node of a script's syntax tree. Offsets are UTF-16 units of the text that was parsed. */
export interface SyntaxNode {
  /** As the grammar names it: `command`, or the token itself, such as `if`. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** What it is of its parent, as the grammar names it: `name`, `redirect`; undefined for most tokens. */
  readonly field: string | undefined;
  /** True where the parser has put in what the text lacks. */
  readonly isMissing: boolean;
  readonly children: readonly SyntaxNode[];
}

/** Reads a text as a tree. Never fails: what it cannot read becomes nodes of type `ERROR`. */
export type ReadTree = (text: string) => SyntaxNode;

/** The nodes from the root to the innermost one that holds the range, outermost first. */
export function pathTo(root: SyntaxNode, start: number, end: number): readonly SyntaxNode[] {
  const path: SyntaxNode[] = [];
  for (let node: SyntaxNode | undefined = root; node !== undefined; ) {
    path.push(node);
    node = node.children.find((child) => child.start <= start && end <= child.end && child.start < child.end);
  }
  return path;
}

/** A node and all nodes inside it, each before those inside it, in the order of the text. */
export function* nodesIn(root: SyntaxNode): Generator<SyntaxNode> {
  const pending: SyntaxNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) pending.push(child);
    }
  }
}

/** The child that is the given field of its parent, the first one. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}
