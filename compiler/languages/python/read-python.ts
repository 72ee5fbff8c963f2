import { type ScriptParts, scriptText } from "../script-text.ts";
import { fieldOf, nodesIn, pathTo, type ReadTree, type SyntaxNode } from "../syntax-node.ts";
import { findMistake } from "./find-mistake.ts";
import { bindingsOf, functionsOf } from "./functions.ts";
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
  const calls = nodes.filter(({ type }) => type === "call").map((node) => values.call(node));
  const functions = functionsOf(nodes, values);
  return {
    holes: holes.map(({ start, end }) => placeOf(pathTo(root, start, end), text)),
    inputs: inputReads(root, text),
    calls,
    assignments: [
      ...nodes.flatMap((node) => [
        ...assignmentsOf(node, values),
        ...additionsOf(node, values),
        ...lambdaBindings(node, values),
      ]),
      ...functions.flatMap(({ defaults }) => defaults),
      ...bindingsOf(calls, functions),
    ],
    results: new Map(functions.map(({ name, returned }) => [name, returned])),
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

/** `list.append(value)`: what a method puts into the value that it is called on. */
function additionsOf(node: SyntaxNode, values: ValueReader): readonly PythonAssignment[] {
  const callee = node.type === "call" ? fieldOf(node, "function") : undefined;
  const method = callee?.type === "attribute" ? fieldOf(callee, "attribute") : undefined;
  if (callee === undefined || method === undefined || !adding.test(values.written(method))) return [];
  const { arguments: given } = values.call(node);
  return values.namesIn(fieldOf(callee, "object")).map((name) => ({ name, value: { kind: "other", parts: given } }));
}

const adding = /^(?:append|appendleft|extend|add|insert|update|setdefault|put|push|write|writelines|__setitem__)$/;

/** `map(lambda one: …, values)`: a function that is handed on is called with whatever stands beside it. */
function lambdaBindings(node: SyntaxNode, values: ValueReader): readonly PythonAssignment[] {
  const given = node.type === "call" ? (fieldOf(node, "arguments")?.children ?? []) : [];
  const lambdas = given.filter(({ type }) => type === "lambda");
  if (lambdas.length === 0) return [];
  const { arguments: parts, keywords } = values.call(node);
  const beside = { kind: "other", parts: [...parts, ...keywords.map(({ value }) => value)] } as const;
  return lambdas
    .flatMap((lambda) => values.namesIn(fieldOf(lambda, "parameters")))
    .map((name) => ({ name, value: beside }));
}

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
  const isLoop = node.type === "for_statement" || node.type === "for_in_clause";
  const single = !isLoop && (target.type === "identifier" || target.type === "attribute");
  const read = values.value(value);
  return values.namesIn(target).map((name) => ({ name, value: single ? read : { kind: "other", parts: [read] } }));
}
