import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/flowc.ts";

// A command is handed its streams, its environment and its working folder (`Context`), so that tests run it in their own
// process.

const folder = join(root, "compiler", "cli");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

test("there are commands to look at", () => {
  expect(files).toContain(join("check", "check.ts"));
});

test("no command reads the process's streams, environment or working folder, or ends the process", () => {
  const reads = /\bprocess\s*(?:\?\.|\.)\s*(?:env|stdin|stdout|stderr|cwd|chdir|exit|exitCode)\b|\bconsole\./;
  const found = files.filter((name) => reads.test(readFileSync(join(folder, name), "utf8")));
  expect(found).toEqual([]);
});

test("only standard-output.ts writes to standard streams by their numbers", () => {
  const writes = /\bwrite(?:Sync|All)\(\s*[12]\b/;
  const found = files.filter((name) => writes.test(readFileSync(join(folder, name), "utf8")));
  expect(found).toEqual([join("shared", "standard-output.ts")]);
});

test("only put-in-place.ts writes aside and renames", () => {
  const found = files.filter((name) => /\brename(?:Sync)?\(/.test(readFileSync(join(folder, name), "utf8")));
  expect(found).toEqual([join("shared", "put-in-place.ts")]);
});

test("no file of cli/ imports another that leads back to it", () => {
  const imports = new Map(files.map((name) => [name, importsOf(name)]));
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => next === to || (!seen.has(next) && leadsTo(next, to, seen.add(next))));
  expect(files.filter((name) => leadsTo(name, name))).toEqual([]);
});

/** Files of cli/ that one imports, types included. */
function importsOf(name: string): readonly string[] {
  const text = readFileSync(join(folder, name), "utf8");
  const specifiers = [...text.matchAll(/\b(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
  return specifiers.map((specifier) => relative(folder, join(folder, dirname(name), specifier)));
}
