import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// What is small can be read. A component of a page is a tree of elements, which has the length of what it shows.

const longestFunction = 50;
const longestFile = 300;

const files = ["compiler", "runtime-lib"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts") && !/\/(?:generated|templates)\//.test(name)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

test("no function has more than fifty lines", () => {
  expect(texts.size).toBeGreaterThan(500);
  expect([...texts].flatMap(([file, text]) => longFunctions(file, text))).toEqual([]);
});

test("no file has more than three hundred lines, and half of them have less than a hundred", () => {
  const lengths = [...texts].map(([file, text]) => ({ file, lines: text.split("\n").length - 1 }));
  expect(lengths.filter(({ lines }) => lines > longestFile)).toEqual([]);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
});

test("a long function is found, by its name or its place, and counts without what is around it", () => {
  const lines = (count: number) => "  work();\n".repeat(count);
  const text = `function long() {\n${lines(49)}}\nfunction short() {\n${lines(48)}}\nconst all = [() => {\n${lines(50)}}];\n`;
  expect(longFunctions("a.ts", text)).toEqual(["a.ts:1 long: 51 lines", "a.ts:102 a function: 52 lines"]);
});

function longFunctions(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const [first, last] = [node.getStart(), node.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at).line);
      const lines = (last ?? 0) - (first ?? 0) + 1;
      const name = node.name?.getText() ?? "a function";
      if (lines > longestFunction) found.push(`${file}:${(first ?? 0) + 1} ${name}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
