import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// Phases get values and give values; what reads files is 1-load alone (ARCHITECTURE.md).

const filesOf = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

test("what parses and what checks opens no file, but for the script that makes validators when flowc is built", () => {
  const files = ["compiler/2-parse/**/*.ts", "compiler/3-check/**/*.ts", "compiler/select/**/*.ts"].flatMap(filesOf);
  const opening = files.filter((file) => /from "node:(?:fs|path|child_process)/.test(textOf(file)));
  expect(opening).toEqual(["compiler/2-parse/generate-validators.ts"]);
  const loading = files.filter((file) => file.includes("2-parse") && /from "(?:\.\.\/)+1-load\//.test(textOf(file)));
  expect(loading).toEqual([]);
});

test("what parses and what checks reports, and never looks at what was reported", () => {
  const files = ["compiler/2-parse/**/*.ts", "compiler/3-check/**/*.ts"].flatMap(filesOf);
  expect(files.filter((file) => /\bDiagnostic\b/.test(textOf(file)))).toEqual([]);
});

test("the driver is a table of contents", () => {
  expect(textOf("compiler/compile.ts").split("\n").length).toBeLessThan(120);
});
