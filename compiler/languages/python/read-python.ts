import { type ScriptParts, scriptText } from "../script-text.ts";
import { nodesIn, pathTo, type ReadTree, type SyntaxNode } from "../syntax-node.ts";
import { findMistake } from "./find-mistake.ts";
import { importedNames } from "./imported-names.ts";
import { inputReads } from "./input-reads.ts";
import type { PythonAssignment, PythonHole, PythonScript } from "./python-script.ts";
import { ValueReader } from "./value-reader.ts";

/** Reads a Python script: where its templates put their values, what it calls and what its names hold. */
export function readPython(parts: ScriptParts, read: ReadTree): PythonScript {
  const script = scriptText(parts);
  const { text, holes } = script;
  const root = read(text);
  const values = new ValueReader(text, holes, importedNames(root, text));
  const nodes = [...nodesIn(root)];
  return {
    holes: holes.map(({ start, end }) => placeOf(pathTo(root, start, end), text)),
    calls: nodes.filter(({ type }) => type === "call").map((node) => values.call(node)),
    assignments: nodes.flatMap((node) => assignmentsOf(node, values)),
    inputs: inputReads(root, text),
    mistake: findMistake(script, root),
  };
}

function placeOf(path: readonly SyntaxNode[], text: string): PythonHole {
  for (const node of path.toReversed()) {
    if (node.type === "comment") return { place: "comment" };
    if (node.type === "interpolation") break;
    if (node.type === "string") return inString(node, text);
  }
  return { place: "code" };
}

function inString({ children }: SyntaxNode, text: string): PythonHole {
  const [start] = children;
  const opening = start === undefined ? "" : text.slice(start.start, start.end);
  const quote = /"""$|'''$|"$/.exec(opening)?.[0] ?? "'";
  return { place: "string", quote: quote as "'", formatted: /^[^'"]*f/i.test(opening), raw: /^[^'"]*r/i.test(opening) };
}

/** The fields that hold a name and its value, by kind of node. */
const bindings: Readonly<Record<string, readonly [name: string, value: string]>> = {
  assignment: ["left", "right"],
  augmented_assignment: ["left", "right"],
  named_expression: ["name", "value"],
  for_statement: ["left", "right"],
  for_in_clause: ["left", "right"],
};

function assignmentsOf(node: SyntaxNode, values: ValueReader): readonly PythonAssignment[] {
  if (node.type === "as_pattern") {
    const [value] = node.children;
    return value === undefined
      ? []
      : values.namesIn(node.children.at(-1)).map((name) => ({ name, value: values.value(value) }));
  }
  const [left, right] = bindings[node.type] ?? [];
  const value = node.children.find(({ field }) => field !== undefined && field === right);
  const target = node.children.find(({ field }) => field !== undefined && field === left);
  if (value === undefined || target === undefined) return [];
  const single = node.type !== "for_statement" && node.type !== "for_in_clause" && target.type === "identifier";
  const read = values.value(value);
  return values.namesIn(target).map((name) => ({ name, value: single ? read : { kind: "other", parts: [read] } }));
}
