import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// Files that import each other, by types or values, can only be read as one. One recursive descent is such a thing: an
// expression holds expressions. There are two.

const allowed = [/^compiler\/3-check\/resolve\//, /^compiler\/4-emit\//];
/** What the second of them may hold: the emitter of expressions and what it asks of them. */
const emitter = new Set(["binary", "expression", "guard", "iteration", "member"].map((name) => `${name}.ts`));

const files = ["compiler", "runtime-lib"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("/generated/")),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

test("files import each other only inside one recursive descent", () => {
  const others = cycles(imports).filter((cycle) => !allowed.some((room) => cycle.every((file) => room.test(file))));
  expect(others).toEqual([]);
});

test("in 4-emit that descent is the emitter of expressions, and nothing else", () => {
  const emitted = cycles(imports).filter(([file = ""]) => file.startsWith("compiler/4-emit/"));
  expect(emitted.flat().filter((file) => !emitter.has(relative("compiler/4-emit", file)))).toEqual([]);
});

test("a cycle is found, whatever leads into it", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["d", "b"]],
    ["d", []],
    ["e", ["e"]],
  ]);
  expect(cycles(graph)).toEqual([["b", "c"]]);
});

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"\n]+\.ts)"/g);
  return [...found].map(([, path = ""]) => relative(root, join(root, dirname(file), path)));
}

/** The sets of two nodes or more that all lead to each other (Tarjan's strongly connected components), sorted. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const numbers = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const number = numbers.size;
    numbers.set(node, number);
    stack.push(node);
    let low = number;
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, numbers.get(next) ?? low);
    }
    if (low === number) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) found.push(component.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return found.sort();
}
