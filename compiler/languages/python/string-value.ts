import { firstHoleIn, type Range } from "../script-text.ts";
import { fieldOf, type SyntaxNode } from "../syntax-node.ts";
import type { PythonValue } from "./python-script.ts";

interface StringContext {
  readonly text: string;
  readonly holes: readonly Range[];
  readonly value: (node: SyntaxNode) => PythonValue;
}

/** A string literal: its text where that is known, else what it is joined of. */
export function stringValue(node: SyntaxNode, context: StringContext): PythonValue {
  const parts = node.children.flatMap((child): readonly PythonValue[] => {
    if (child.type === "string_content") return content(child, context);
    const inner = child.type === "interpolation" ? fieldOf(child, "expression") : undefined;
    return inner === undefined ? [] : [context.value(inner)];
  });
  const [only, second] = parts;
  if (only === undefined) return { kind: "text", text: "" };
  return second === undefined && only.kind === "text" ? only : { kind: "joined", parts };
}

function content({ start, end, children }: SyntaxNode, { text, holes }: StringContext): readonly PythonValue[] {
  const parts: PythonValue[] = [];
  let position = start;
  let written = "";
  const flush = () => {
    if (written !== "") parts.push({ kind: "text", text: written });
    written = "";
  };
  const marks = [
    ...children.filter(({ type }) => type.startsWith("escape_")),
    ...holes.filter((hole) => start <= hole.start && hole.end <= end),
  ];
  for (const mark of marks.sort((first, second) => first.start - second.start)) {
    written += text.slice(position, mark.start);
    position = mark.end;
    const hole = firstHoleIn(holes, mark);
    if (hole === -1) written += unescaped(text.slice(mark.start, mark.end));
    else {
      flush();
      parts.push({ kind: "hole", hole });
    }
  }
  written += text.slice(position, end);
  flush();
  return parts;
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** Of `\n` and `{{` the character; escapes by number stay as they are written. */
function unescaped(written: string): string {
  if (!written.startsWith("\\")) return written.charAt(0);
  return escapes[written.charAt(1)] ?? written;
}
