import { describe, expect, test } from "vitest";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import { command, project } from "../cli/project.ts";
import { checkText } from "../support/check-text.ts";
import { flowcHere } from "../support/flowc.ts";

const known = "the tags of YAML's core schema: !!str, !!int, !!float, !!bool, !!null, !!map, !!seq";

/** What is found where line 4 is this one: `line:column code message | help`. */
function found(line: string): readonly string[] {
  const lines = new LineIndex();
  const text = `settings: { targetActionId: a, timeout: 1m }\nresources:\n- actionId: a\n  ${line}\n`;
  return checkText(text).diagnostics.map(({ code, message, help, span }) => {
    const at = lines.at(span.source, span.start);
    return `${at.line}:${at.column} ${code} ${message} | ${help ?? ""}`;
  });
}

const bang = (column: number, text: string) =>
  `4:${column} yaml-syntax YAML reads this "!" as a tag, not as part of the text | quote it: "${text}"`;

describe("tags", () => {
  test.each([
    ["exec: { command: ! test -e /etc/passwd }", [bang(20, "! test -e /etc/passwd")]],
    ["exec:\n    command: ! test -e /etc/passwd", [bang(14, "! test -e /etc/passwd").replace("4:", "5:")]],
    ["exec:\n    command: ! [ -e /etc/passwd ]", [bang(14, "! [ -e /etc/passwd ]").replace("4:", "5:")]],
    ["exec: { command: x, args: [! x] }", [bang(30, "! x")]],
    ["exec: { command: !foo x }", ['4:20 yaml-syntax "!foo" is not a tag that flowc knows | quote it: "!foo x"']],
    ["exec:\n    command: !foo (x", ['5:14 yaml-syntax "!foo" is not a tag that flowc knows | quote it: "!foo (x"']],
    ["exec: { command: !!binary YQ== }", [`4:20 yaml-syntax "!!binary" is not a tag that flowc knows | ${known}`]],
    [
      "exec: !include {command: x}",
      ['4:9 yaml-syntax "!include" is not a tag that flowc knows | quote it: "!include {command: x}"'],
    ],
    ["exec: !x\n    command: ls", [`4:9 yaml-syntax "!x" is not a tag that flowc knows | ${known}`]],
    ["exec: { !k command: ls }", ['4:11 yaml-syntax "!k" is not a tag that flowc knows | quote it: "!k command"']],
    [
      "exec: { command: ls, maxOutputBytes: !!int ten }",
      ['4:40 yaml-syntax the value does not fit its tag "!!int" | '],
    ],
  ])("that are not of the core schema are reported, once: %s", (line, expected) => {
    expect(found(line)).toEqual(expected);
  });

  test.each([
    "exec: { command: !!str ls, maxOutputBytes: !!int 5, args: !!seq [!!str 5], env: !!map {} }",
    "exec: { command: !<tag:yaml.org,2002:str> ls }",
    "exec: { command: ls, strict: !!bool true }\n  onError: { action: retry, maxRetries: 1, backoff: !!float 2 }",
    "exec: { command: &x !!str ls }\n  name: *x",
    'exec: { command: "! test -e /etc/passwd || ls # !foo" }',
  ])("of the core schema are taken: %s", (line) => {
    expect(found(line)).toEqual([]);
  });

  test("in resource files, components and the configuration", async () => {
    using folder = project(
      { resources: [command("a", "ls"), { actionId: "c", requires: ["a", "b"], component: { name: "greet" } }] },
      {
        "resources/b.yaml": "actionId: b\nexec: { command: ! ls }\n",
        "components/greet/component.yaml":
          "metadata: { name: greet }\nresources:\n  - actionId: a\n    exec: { command: !sh ls }\n",
        "flowc.config.yaml": "rules:\n  maybe-nil: !x error\n",
      },
    );
    const { stderr, code } = await flowcHere(["check", "."], { cwd: folder.path });
    expect(code).toBe(1);
    expect(stderr.match(/.*error: .*/g)).toEqual([
      'components/greet/component.yaml:4:22: error: "!sh" is not a tag that flowc knows [yaml-syntax]',
      'flowc.config.yaml:2:14: error: "!x" is not a tag that flowc knows [yaml-syntax]',
      'resources/b.yaml:2:18: error: YAML reads this "!" as a tag, not as part of the text [yaml-syntax]',
    ]);
  });
});
