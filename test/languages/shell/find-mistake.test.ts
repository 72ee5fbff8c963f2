import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources } from "../../../compiler/1-load/read-sources.ts";
import { checkWorkflowWith } from "../../../compiler/compile.ts";
import { findMistake } from "../../../compiler/languages/shell/find-mistake.ts";
import { type CorpusScript, placed, readCorpus } from "../../support/corpus.ts";
import { root } from "../../support/flowc.ts";
import { languages } from "../../support/grammars.ts";
import { hasProgram } from "../../support/programs.ts";

// What is found in scripts is held against what shells say of them: `-n` reads a script and runs nothing.

const correct = readCorpus("shell/corpus/correct.txt");
const bash = readCorpus("shell/corpus/bash.txt");
const broken = readCorpus("shell/corpus/broken.txt");
/** Shells read these, and they fail whenever they run. */
const failsLater = new Set(["parameter with blank"]);

/** The names of the scripts that a shell can read. */
function readableBy(shell: string, scripts: readonly CorpusScript[]): readonly string[] {
  const reads = ({ text }: CorpusScript) => spawnSync(shell, ["-n"], { input: text, stdio: "pipe" }).status === 0;
  return scripts.filter(reads).map(({ name }) => name);
}

const names = (scripts: readonly CorpusScript[]) => scripts.map(({ name }) => name);

describe("the corpus is what it says", () => {
  test("and large enough", () => {
    expect(correct.length + bash.length).toBeGreaterThanOrEqual(240);
    expect(broken.length).toBeGreaterThanOrEqual(90);
  });

  test.skipIf(!hasProgram("dash"))("dash reads all that is right for sh, and nothing of what is broken", () => {
    expect(readableBy("dash", correct)).toEqual(names(correct));
    expect(readableBy("dash", broken).filter((name) => !failsLater.has(name))).toEqual([]);
  });

  test.skipIf(!hasProgram("bash"))("bash reads all that is right for bash", () => {
    // Patterns such as `@(a|b)` are read only where they have been switched on.
    const plain = bash.filter(({ name }) => name !== "extended glob");
    expect(readableBy("bash", plain)).toEqual(names(plain));
  });
});

test("nothing is said of what is right", () => {
  const said = [...correct, ...bash].map(({ name, text }) => `${name}: ${placed(text, findMistake(text))}`);
  expect(said).toEqual([...correct, ...bash].map(({ name }) => `${name}: `));
});

test.each(broken)("$name: $expected", ({ text, expected }) => {
  expect(placed(text, findMistake(text))).toBe(expected);
});

test("helps and second places", () => {
  const help = (text: string) => findMistake(text)?.help;
  expect(help("if a; then b; else if c; then d; fi")).toBe("`else if` begins an `if` of its own: write `elif`");
  expect(help("if a; then b; endif")).toBe("`endif` is not a word of the shell: write `fi`");
  expect(help("echo it's")).toBe(`an apostrophe is written \\' or stands inside "…"`);
  expect(findMistake("if a; then b; done")?.note).toEqual({ start: 0, end: 2, message: "`if` begins here" });
});

test("a here-document that never ends is a warning, for shells read it", () => {
  expect(findMistake("cat <<EOF\na\n EOF\n")).toMatchObject({ start: 6, end: 9, isWarning: true });
});

test("nothing of it ends the reader, however deep or broken", () => {
  for (const text of [
    "(".repeat(5_000),
    "$(".repeat(2_000),
    "if ".repeat(5_000),
    `${"a && ".repeat(5_000)}b`,
    "${".repeat(3_000),
  ])
    expect(() => findMistake(text)).not.toThrow();
});

test("no script of the examples and the fixtures that are right draws anything", () => {
  const folders = ["examples", "test/fixtures/ok"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name)),
  );
  const found = folders.flatMap((folder) => {
    const sources = readSources(folder, root);
    if (sources.kind === "problem") return [];
    return checkWorkflowWith(languages, sources, join(root, "dist")).diagnostics.filter(({ code }) =>
      /^(?:shell-syntax|python-syntax|not-posix)$/.test(code),
    );
  });
  expect(found.map(({ message, span }) => `${span.source.name}: ${message}`)).toEqual([]);
});
