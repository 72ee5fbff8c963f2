import type { ScriptMistake } from "../../script-mistake.ts";
import { nodesIn, type SyntaxNode } from "../../syntax-node.ts";
import { checkScopes } from "./check-scopes.ts";

/** The first place that the parser could not read, or that only the order of arguments makes wrong. */
export function checkTree(root: SyntaxNode, text: string): ScriptMistake | undefined {
  for (const node of nodesIn(root)) {
    const mistake = unread(node, text) ?? misordered(node) ?? behindMap(node) ?? emptyRaise(node);
    if (mistake !== undefined) return mistake;
  }
  return checkScopes(root);
}

function unread(node: SyntaxNode, text: string): ScriptMistake | undefined {
  const { start, isMissing } = node;
  if (isMissing) return { start, end: start + 1, message: "something is missing here" };
  if (node.type !== "ERROR") return undefined;
  const line = text.indexOf("\n", start);
  const end = Math.min(node.end, line === -1 ? node.end : Math.max(line, start + 1));
  return { start, end, message: `Python cannot read \`${text.slice(start, end).slice(0, 30).trim()}\`` };
}

/** Of arguments and parameters: what those with a name or a default are, what may not stand behind them, and how it is said. */
const orders: Readonly<Record<string, { readonly named: RegExp; readonly plain: RegExp; readonly message: string }>> = {
  argument_list: {
    named: /^keyword_argument$/,
    plain: /^(?!keyword_argument$|dictionary_splat$|list_splat$|comment$|ERROR$)\w/,
    message: "an argument without a name cannot follow one with a name",
  },
  parameters: {
    named: /^(?:typed_)?default_parameter$/,
    plain: /^(?:identifier|typed_parameter)$/,
    message: "a parameter without a default cannot follow one with a default",
  },
};

/** `f(a=1, 2)`, `def f(a=1, b)`. */
function misordered({ type, children }: SyntaxNode): ScriptMistake | undefined {
  const order = orders[type];
  const first = order === undefined ? -1 : children.findIndex((child) => order.named.test(child.type));
  if (order === undefined || first === -1) return undefined;
  if (children.slice(0, first).some(isStar)) return undefined;
  const behind = children.slice(first);
  // Behind a star all are given by name.
  const star = behind.findIndex(isStar);
  const found = behind.slice(0, star === -1 ? undefined : star).find((child) => order.plain.test(child.type));
  return found && { start: found.start, end: found.end, message: order.message };
}

/** `f(**a, *b)`, `f(**a, b)`. */
function behindMap({ type, children }: SyntaxNode): ScriptMistake | undefined {
  const first = type === "argument_list" ? children.findIndex((child) => child.type === "dictionary_splat") : -1;
  const behind = first === -1 ? [] : children.slice(first);
  const found = behind.find((child) => child.type === "list_splat" || orders["argument_list"]?.plain.test(child.type));
  const message = "only arguments with a name can follow `**`";
  return found && { start: found.start, end: found.end, message };
}

/** `raise from error`. */
function emptyRaise({ type, children: [, second] }: SyntaxNode): ScriptMistake | undefined {
  if (type !== "raise_statement" || second?.type !== "from") return undefined;
  return { start: second.start, end: second.end, message: "nothing is raised before `from`" };
}

/** `*`, `*args`, `*args: int`, `**options`. */
function isStar({ type, children }: SyntaxNode): boolean {
  const kind = type === "typed_parameter" ? (children[0]?.type ?? "") : type;
  return /^(?:\*|keyword_separator|.*_splat_pattern)$/.test(kind);
}
