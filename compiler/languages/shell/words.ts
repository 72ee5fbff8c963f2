import { firstHoleIn, type Range } from "../script-text.ts";
import { fieldOf, type SyntaxNode } from "../syntax-node.ts";
import type { ShellWord, WordPart } from "./shell-script.ts";

/** What the words of a script are read with. */
export interface WordContext {
  readonly text: string;
  readonly holes: readonly Range[];
  /** Reads the commands of a substitution; gives their indexes. */
  readonly substituted: (node: SyntaxNode) => readonly number[];
}

/** A node that is one word. */
export function wordOf(node: SyntaxNode, context: WordContext): ShellWord {
  const { start, end } = node;
  return { parts: joined(partsOf(node, "plain", context)), start, end };
}

/** The text of a here-document: with the nodes that the shell expands in it, or as it stands. */
export function documentParts(node: SyntaxNode, quoted: boolean, context: WordContext): readonly WordPart[] {
  return joined(quoted ? literal(node, "none", context) : pieces(node, "double", context));
}

/** How backslashes are read: as outside of quotes, inside double ones, not at all. */
type Escapes = "plain" | "double" | "none";

function partsOf(node: SyntaxNode, escapes: Escapes, context: WordContext): readonly WordPart[] {
  switch (node.type) {
    case "string":
      return pieces(
        { ...node, start: node.start + 1, end: node.end - 1, children: node.children.slice(1, -1) },
        "double",
        context,
      );
    case "raw_string":
      return literal({ start: node.start + 1, end: node.end - 1 }, "none", context);
    case "ansi_c_string":
      return ansiText({ start: node.start + 2, end: node.end - 1 }, context);
    case "translated_string":
      return node.children.slice(1).flatMap((child) => partsOf(child, escapes, context));
    case "simple_expansion":
    case "expansion":
      return [variableOf(node, escapes === "double", context)];
    case "command_substitution":
      return [{ kind: "substitution", commands: context.substituted(node) }];
    case "process_substitution":
      return [{ kind: "substitution", commands: context.substituted(node), file: true }];
    case "arithmetic_expansion":
      return [{ kind: "unknown" }];
    default:
      return pieces(node, escapes, context);
  }
}

/** The children of a node and the text between them. */
function pieces(node: SyntaxNode, escapes: Escapes, context: WordContext): readonly WordPart[] {
  const parts: WordPart[] = [];
  let position = node.start;
  for (const child of node.children) {
    if (child.children.length === 0 && !quoted.has(child.type)) continue;
    parts.push(
      ...literal({ start: position, end: child.start }, escapes, context),
      ...partsOf(child, escapes, context),
    );
    position = child.end;
  }
  return [...parts, ...literal({ start: position, end: node.end }, escapes, context)];
}

/** Nodes without children that are more than their text. */
const quoted = new Set(["raw_string", "ansi_c_string"]);

function variableOf(node: SyntaxNode, isQuoted: boolean, context: WordContext): WordPart {
  const named = node.children.find(({ type }) => /^(?:variable_name|special_variable_name|subscript)$/.test(type));
  const name = named && (fieldOf(named, "name") ?? named);
  if (name === undefined || firstHoleIn(context.holes, name) !== -1) return { kind: "unknown" };
  const operator = node.children.findIndex(({ field, type }) => field === "operator" && /^:?[-=+?]$/.test(type));
  const behind = operator === -1 ? [] : node.children.slice(operator + 1, -1);
  const alternative = joined(behind.flatMap((child) => partsOf(child, isQuoted ? "double" : "plain", context)));
  const variable = { name: context.text.slice(name.start, name.end), quoted: isQuoted, alternative };
  const isIndirect = node.children[1]?.type === "!";
  return { kind: "variable", ...variable, ...(isIndirect && { indirect: true }) };
}

function literal({ start, end }: Range, escapes: Escapes, { text, holes }: WordContext): readonly WordPart[] {
  const parts: WordPart[] = [];
  let position = start;
  for (let hole = firstHoleIn(holes, { start, end }); hole !== -1 && position < end; ) {
    const range = holes[hole];
    if (range === undefined || range.start >= end) break;
    parts.push(textPart(text.slice(position, range.start), escapes), { kind: "hole", hole });
    position = range.end;
    hole += 1;
  }
  return [...parts, textPart(text.slice(position, end), escapes)];
}

function textPart(written: string, escapes: Escapes): WordPart {
  return { kind: "text", text: unescaped(written, escapes) };
}

function unescaped(written: string, escapes: Escapes): string {
  if (escapes === "none" || !written.includes("\\")) return written;
  if (escapes === "plain") return written.replaceAll(/\\(\n|[\s\S])/g, (_all, next) => (next === "\n" ? "" : next));
  return written.replaceAll(/\\([$`"\\\n])/g, (_all, next) => (next === "\n" ? "" : next));
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
};

/** Of `$'…'`; numbers of characters are left as they are written. */
function ansiText(range: Range, context: WordContext): readonly WordPart[] {
  return literal(range, "none", context).map((part) =>
    part.kind === "text"
      ? { kind: "text", text: part.text.replaceAll(/\\([\s\S])/g, (_all, next) => ansiEscapes[next] ?? next) }
      : part,
  );
}

/** Texts that stand side by side as one; empty ones only where there is nothing else. */
function joined(parts: readonly WordPart[]): readonly WordPart[] {
  const whole: WordPart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      whole[whole.length - 1] = { kind: "text", text: last.text + part.text };
    else if (part.kind !== "text" || part.text !== "") whole.push(part);
  }
  return whole.length === 0 && parts.length > 0 ? [{ kind: "text", text: "" }] : whole;
}
