import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { findMistake } from "../../../compiler/languages/python/find-mistake.ts";
import { scriptText } from "../../../compiler/languages/script-text.ts";
import { type CorpusScript, placed, readCorpus } from "../../support/corpus.ts";
import { partsOf, python } from "../../support/grammars.ts";
import { hasProgram } from "../../support/programs.ts";

// What is found in scripts is held against what Python says of them: `compile` reads a script and runs nothing.

const correct = readCorpus("python/corpus/correct.txt");
const broken = readCorpus("python/corpus/broken.txt");

const mistakeOf = (text: string) => {
  const script = scriptText(partsOf(text));
  return findMistake(script, python(script.text));
};

/** The names of the scripts that Python can read. */
function readable(scripts: readonly CorpusScript[]): readonly string[] {
  const program = `import json, sys, warnings
warnings.simplefilter("ignore")
def reads(text):
    try: compile(text, "script", "exec"); return True
    except SyntaxError: return False
print(json.dumps([reads(text) for text in json.load(sys.stdin)]))`;
  const input = JSON.stringify(scripts.map(({ text }) => text));
  const { stdout } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
  const reads = JSON.parse(stdout) as readonly boolean[];
  return scripts.filter((_script, index) => reads[index]).map(({ name }) => name);
}

describe("the corpus is what it says", () => {
  test("and large enough", () => {
    expect(correct.length).toBeGreaterThanOrEqual(150);
    expect(broken.length).toBeGreaterThanOrEqual(130);
  });

  test.skipIf(!hasProgram("python3"))("Python reads all that is right, and nothing of what is broken", () => {
    expect(readable(correct)).toEqual(correct.map(({ name }) => name));
    expect(readable(broken)).toEqual([]);
  });
});

test("nothing is said of what is right", () => {
  const said = correct.map(({ name, text }) => `${name}: ${placed(text, mistakeOf(text))}`);
  expect(said).toEqual(correct.map(({ name }) => `${name}: `));
});

test.each(broken)("$name: $text", ({ text, expected }) => {
  expect(placed(text, mistakeOf(text))).toBe(expected);
  expect(expected, text).not.toBe("");
});

test("helps and second places", () => {
  expect(mistakeOf("if a: pass\nelse if b: pass")?.help).toBe("write `elif`");
  expect(mistakeOf('print "a"')?.help).toBe("write print(…)");
  expect(mistakeOf("x = (1]")?.note).toEqual({ start: 4, end: 5, message: "`(` begins here" });
});

test.each(["x = [1 @@ 2]", "@@", "if @@\n    pass", "x = @@ y", "f(a @@)", "x = {@@}"])(
  "what a template puts into code is not known: %j",
  (text) => expect(mistakeOf(text)).toBeUndefined(),
);

test("nothing of it ends the reader, however deep or broken", () => {
  for (const text of [
    "(".repeat(5_000),
    "f(".repeat(2_000),
    `x = ${"a + ".repeat(5_000)}b`,
    "'''",
    "if x:\n".repeat(500),
  ])
    expect(() => mistakeOf(text)).not.toThrow();
});
