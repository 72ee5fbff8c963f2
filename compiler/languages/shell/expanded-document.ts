import { nodesIn, type ReadTree, type SyntaxNode } from "../syntax-node.ts";
import type { HereDocument } from "./here-document.ts";

/** What the shell expands in the lines of a here-document that is not quoted: nodes with offsets in the script's text. */
export function expandedDocument(text: string, { start, end }: HereDocument, read: ReadTree): SyntaxNode {
  const lines = text.slice(start, end);
  const whole = { type: "heredoc_body", start, end, field: undefined, isMissing: false };
  // Plain `$NAME` needs no parser.
  if (!/`|\$[({[]|\\/.test(lines))
    return { ...whole, children: [...lines.matchAll(/\$(\w+)/g)].map((found) => variable(found, start)) };
  const head = "cat <<_E_O_F_\n";
  const tree = read(`${head}${lines}${lines.endsWith("\n") || lines === "" ? "" : "\n"}_E_O_F_\n`);
  const body = [...nodesIn(tree)].find(({ type }) => type === "heredoc_body");
  const expansions = (body?.children ?? []).filter(({ type }) => type !== "heredoc_content");
  const children = [
    ...expansions.map((node) => shifted(node, start - head.length)),
    ...backticks(lines, start, read),
  ].sort((first, second) => first.start - second.start);
  return { ...whole, children };
}

function variable({ index, 0: { length } }: RegExpExecArray, offset: number): SyntaxNode {
  const end = offset + index + length;
  const plain = { field: undefined, isMissing: false, end };
  const name: SyntaxNode = { ...plain, type: "variable_name", start: offset + index + 1, children: [] };
  return { ...plain, type: "simple_expansion", start: offset + index, children: [name] };
}

/** The grammar does not look for them there. */
function backticks(lines: string, start: number, read: ReadTree): readonly SyntaxNode[] {
  return [...lines.matchAll(/(?<!\\)((?:\\\\)*)(`(?:[^`\\]|\\[\s\S])*`)/g)].flatMap(
    ({ index, 1: before = "", 2: inner = "" }) => {
      const node = [...nodesIn(read(inner))].find(({ type }) => type === "command_substitution");
      return node === undefined ? [] : [shifted(node, start + index + before.length)];
    },
  );
}

function shifted(node: SyntaxNode, by: number): SyntaxNode {
  const children = node.children.map((child) => shifted(child, by));
  return { ...node, start: node.start + by, end: node.end + by, children };
}
