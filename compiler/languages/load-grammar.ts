import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { TreeCursor } from "web-tree-sitter";
import type { ReadTree, SyntaxNode } from "./syntax-node.ts";

/** Grammars of tree-sitter that flowc brings along. */
export type Grammar = "tree-sitter-bash" | "tree-sitter-python";

/** The library is one WebAssembly program for the whole process: started twice at once, the two would be mixed up. */
const loaded = new Map<string, Promise<ReadTree>>();

/** The parser of a grammar, whose file lies in `grammars/` of flowc's own folder. The first one takes some 20 ms. */
export function loadGrammar(grammar: Grammar, packageFolder: string): Promise<ReadTree> {
  const known = loaded.get(grammar);
  if (known !== undefined) return known;
  const before = [...loaded.values()];
  const loading = Promise.all(before).then(() => load(grammar, packageFolder));
  loaded.set(grammar, loading);
  return loading;
}

/**
 * V8's optimizing compiler takes 0.4 s of processor time for a grammar's tables, where its baseline reads a thousand
 * scripts in a tenth of that.
 */
const withoutOptimizing = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];

async function load(grammar: Grammar, packageFolder: string): Promise<ReadTree> {
  for (const flag of withoutOptimizing) setFlagsFromString(flag);
  const { Language, Parser } = await import("web-tree-sitter");
  const read = (name: string) => readFileSync(join(packageFolder, "grammars", `${name}.wasm`));
  await Parser.init({ wasmBinary: read("web-tree-sitter") });
  const parser = new Parser().setLanguage(await Language.load(read(grammar)));
  return (text) => parseWith(parser, text);
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

/** Nodes further down are left out, so that walkers may recurse. */
const deepest = 500;

function nodeAt(cursor: TreeCursor, depth: number): SyntaxNode {
  const { nodeType: type, startIndex: start, endIndex: end } = cursor;
  const isMissing = start === end && cursor.nodeIsMissing;
  const field = cursor.currentFieldName ?? undefined;
  const children: SyntaxNode[] = [];
  if (depth < deepest && cursor.gotoFirstChild()) {
    do children.push(nodeAt(cursor, depth + 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, start, end, field, isMissing, children };
}
