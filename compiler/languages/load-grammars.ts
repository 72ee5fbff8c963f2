import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TreeCursor } from "web-tree-sitter";
import type { ReadTree, SyntaxNode } from "./syntax-node.ts";

/**
 * Loads parsers by the names of their grammars, whose files lie in `grammars/` of flowc's own folder. Takes some 20 ms:
 * for workflows that have a script.
 */
export async function loadGrammars<Name extends string>(
  names: readonly Name[],
  packageFolder: string,
): Promise<Readonly<Record<Name, ReadTree>>> {
  const { Language, Parser } = await import("web-tree-sitter");
  const read = (name: string) => readFileSync(join(packageFolder, "grammars", `${name}.wasm`));
  await Parser.init({ wasmBinary: read("web-tree-sitter") });
  const loaded = names.map(async (name) => {
    const parser = new Parser().setLanguage(await Language.load(read(name)));
    return [name, (text: string) => parseWith(parser, text)] as const;
  });
  return Object.fromEntries(await Promise.all(loaded)) as Record<Name, ReadTree>;
}

interface TreeParser {
  parse(text: string): { walk(): TreeCursor; delete(): void } | null;
}

/** The tree as plain objects: the parser's own lives outside of what Node collects. */
function parseWith(parser: TreeParser, text: string): SyntaxNode {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("the parser has no language");
  const cursor = tree.walk();
  const root = nodeAt(cursor, 0);
  cursor.delete();
  tree.delete();
  return root;
}

/** Nodes further down are left out, so that whoever walks the tree may recurse. */
const deepest = 500;

function nodeAt(cursor: TreeCursor, depth: number): SyntaxNode {
  const { nodeType: type, startIndex: start, endIndex: end, nodeIsMissing: isMissing } = cursor;
  const field = cursor.currentFieldName ?? undefined;
  const children: SyntaxNode[] = [];
  if (depth < deepest && cursor.gotoFirstChild()) {
    do children.push(nodeAt(cursor, depth + 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, start, end, field, isMissing, children };
}
