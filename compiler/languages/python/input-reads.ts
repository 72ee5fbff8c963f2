import { nodesIn, type SyntaxNode } from "../syntax-node.ts";
import type { PythonInput } from "./python-script.ts";

/** The reads of `inputs["name"]` in a script; none where it stores anything in `inputs`, or hands it on. */
export function inputReads(root: SyntaxNode, text: string): readonly PythonInput[] {
  const nodes = [...nodesIn(root)];
  const isInputs = ({ type, start, end }: SyntaxNode) => type === "identifier" && text.slice(start, end) === "inputs";
  const reads = nodes.filter(({ type, children: [object] }) => type === "subscript" && object && isInputs(object));
  const stored = nodes.flatMap(({ type, children }) =>
    /assignment$|^delete_statement$|^for_|^with_item$|^named_expression$/.test(type) ? children.slice(0, 1) : [],
  );
  const mentions = nodes.filter(isInputs).length;
  if (mentions !== reads.length || stored.some((node) => reads.includes(node))) return [];
  return reads.flatMap(({ children }) => {
    const key = children.find(({ field }) => field === "subscript");
    const content = key?.type === "string" ? key.children.filter(({ type }) => type === "string_content") : [];
    const [only, second] = content;
    if (key === undefined || only === undefined || second !== undefined || only.children.length > 0) return [];
    return [{ name: text.slice(only.start, only.end), start: key.start, end: key.end }];
  });
}
