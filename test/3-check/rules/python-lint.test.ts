import { describe, expect, test } from "vitest";
import { noLint } from "../../../compiler/nouns/lint.ts";
import { languagesWithLinters } from "../../support/grammars.ts";
import { foundWith } from "../../support/reported.ts";

const languages = languagesWithLinters();
const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const python = (script: string, more = "") =>
  `${head}actionId: a\npython:\n${more}  script: |\n    ${script.replaceAll("\n", "\n    ")}\n`;
const found = (text: string) => foundWith(languages, text, "python-lint");

describe("python-lint", () => {
  test.each([
    ["print(totl)", "6:11 undefined name `totl` (Ruff F821)"],
    ["import os, sys\nprint(os)", "6:16 `sys` imported but unused (Ruff F401)"],
    ["def f():\n    x = 1\n    return 2\nf()", "7:9 local variable `x` is assigned to but never used (Ruff F841)"],
    ["print('é', '😀', b)", "6:22 undefined name `b` (Ruff F821)"],
    ["print({{ get('n') }}, b)", "6:27 undefined name `b` (Ruff F821)"],
    ["print('%s' % (1, 2))", "6:11 `%`-format string has 1 placeholder(s) but 2 substitution(s) (Ruff F507)"],
    ["print(args)", "6:11 undefined name `args` (Ruff F821)"],
  ])("is reported for %s", (script, expected) => {
    expect(found(python(script))).toEqual([expected]);
  });

  test.each([
    ["print(inputs['n'], __name__)"],
    ["print({{ get('n') }} + {{ get('m') }})"],
    ["print('{{ get('n') }} %s' % 1)"],
    ["{{ get('n') }}\nprint(x)"],
    ["from math import *\nprint(pi)"],
    ["type Name = str\nprint(Name)"],
    ["import os  # noqa: F401"],
  ])("is silent for %s", (script) => {
    expect(found(python(script))).toEqual([]);
  });

  test("a mistake that keeps Python from reading a script is reported once, as such", () => {
    expect(found(python("print(x"))).toEqual([]);
    expect(foundWith(languages, python("print(x"), "python-syntax")).toHaveLength(1);
  });

  test("a comment silences it, and is not unused where nobody asks", () => {
    const text = python("print(x)").replace("  script", "  # flowc-ignore python-lint\n  script");
    expect(found(text)).toEqual([]);
    expect(foundWith(languages, text, "unused-ignore")).toEqual([]);
    expect(foundWith({ ...languages, lint: noLint }, text, "unused-ignore")).toEqual([]);
    expect(foundWith(languages, text.replace("print(x)", "print(1)"), "unused-ignore")).toHaveLength(1);
  });
});
