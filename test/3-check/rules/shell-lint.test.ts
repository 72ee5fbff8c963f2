import { describe, expect, test } from "vitest";
import { languagesWithLinters } from "../../support/grammars.ts";
import { hasProgram } from "../../support/programs.ts";
import { foundWith } from "../../support/reported.ts";

const languages = languagesWithLinters();
const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const exec = (script: string, more = "") =>
  `${head}actionId: a\nexec:\n${more}  command: |\n    ${script.replaceAll("\n", "\n    ")}\n`;
const found = (text: string) => foundWith(languages, text, "shell-lint");

describe.skipIf(!hasProgram("shellcheck"))("shell-lint", () => {
  test.each([
    ['naem=1\necho "$naem$name"', "7:16 name is referenced but not assigned (ShellCheck SC2154)"],
    ["unused=1", "6:5 unused appears unused"],
    ["é=😀; echo '😀'; x=1", "6:22 x appears unused"],
    ["echo {{ get('n') }}; x=1", "6:26 x appears unused"],
    ["[ a ] && echo b", "SC2078"],
  ])("is reported for %s", (script, expected) => {
    expect(found(exec(script))[0]).toContain(expected);
  });

  test.each([
    ["echo {{ get('n') }} '{{ get('n') }}' \"{{ get('n') }}\""],
    ["if [ {{ get('n') }} = a ]; then echo b; fi"],
    ["case \"{{ get('n') }}\" in a) echo b ;; esac"],
    ["for x in {{ get('n') }}; do echo \"$x\"; done"],
    ["echo $(( {{ get('n') }} + 1 )) 1{{ get('n') }}"],
    ["x=1\n{{ get('n') }}"],
    ["[[ $1 = a ]]"],
    ["# shellcheck disable=SC2034\nx=1"],
  ])("is silent for %s", (script) => {
    expect(found(exec(script))).toEqual([]);
  });

  test("variables of the workflow are assigned", () => {
    expect(found(exec('echo "$name"', "  env: { name: b }\n"))).toEqual([]);
    expect(found(exec('echo "$name"', "  env: { nam: b }\n"))).toHaveLength(1);
  });

  test("scripts are read in the language of their shell", () => {
    expect(found(exec('list=(a)\necho "${list[*]}" "$x"', "  shell: bash\n"))).toEqual([
      expect.stringContaining("8:24 x is referenced"),
    ]);
    expect(found(exec("$x = (1)", "  shell: pwsh\n"))).toEqual([]);
  });
});
