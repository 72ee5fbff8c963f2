import { describe, expect, test } from "vitest";
import { findings } from "../../support/findings.ts";

const early = (line: number, column: number, name = "v") =>
  `error ${line}:${column} "a" reads the name "${name}" before anything could have stored it [missing-requires]`;

describe("a name is read when something can have stored it", () => {
  test.each([
    ["in apiResponse, stored by after", "after: [\"set('v', 42)\"]\napiResponse: { response: get('v') }"],
    ["in a later entry of before", "before: [\"set('v', 1)\", \"set('w', get('v'))\"]"],
    ["in a later entry of after", "after: [\"set('v', 1)\", \"set('w', get('v'))\"]"],
    ["in the command, stored by before", "before: \"set('v', 1)\"\nexec: { command: \"echo {{ get('v') }}\" }"],
    ["in one expression, behind the store", "before: \"set('v', 1); get('v')\""],
    ["in one expression that stores again and again", "before: \"map([1, 2], set('v', get('v', 0) + #))\""],
    [
      "in onError, as after may have run",
      "exec: { command: echo }\nafter: \"set('v', 1)\"\nonError: { action: continue, fallback: \"{{ get('v') }}\" }",
    ],
    [
      "in the fallback of onError, stored by its expr",
      "exec: { command: echo }\nonError: { action: continue, expr: \"set('v', 1)\", fallback: \"{{ get('v') }}\" }",
    ],
    [
      "by an item, stored when another has failed",
      "items: [1, 2]\nexec: { command: \"echo {{ get('v', 0) }}\" }\nonError: { action: continue, expr: \"set('v', 1)\" }",
    ],
  ])("%s", (_name, lines) => {
    expect(findings(`actionId: a\n${lines}\n`).filter((line) => line.startsWith("error"))).toEqual([]);
  });

  test.each([
    ["the command", "exec: { command: \"echo {{ get('v') }}\" }\nafter: \"set('v', 1)\"", early(2, 31)],
    ["the items", "items: get('v')\nexec: { command: echo }\nafter: \"set('v', [1])\"", early(2, 12)],
    ["a check", "validations: { check: get('v') == 1 }\nexec: { command: echo }\nafter: \"set('v', 1)\"", early(2, 27)],
    ["a skip", "validations: { skip: get('v') == 1 }\nafter: \"set('v', 1)\"", early(2, 26)],
    ["before", "before: \"set('w', get('v'))\"\nafter: \"set('v', 1)\"", early(2, 23)],
    ["an earlier entry", "before: [\"set('w', get('v'))\", \"set('v', 1)\"]", early(2, 24)],
    ["the value itself", "before: \"set('v', get('v', 0) + 1)\"", early(2, 23)],
    [
      "two reads, reported once",
      "exec: { command: \"echo {{ get('v') }}{{ get('v') }}\" }\nafter: \"set('v', 1)\"",
      early(2, 31),
    ],
    [
      "the command that onError waits for",
      "exec: { command: \"echo {{ get('v') }}\" }\nonError: { action: continue, expr: \"set('v', 1)\" }",
      early(2, 31),
    ],
    [
      "what onError stores when the executor has failed",
      "validations: { check: get('v') == 1 }\nexec: { command: echo }\nonError: { action: continue, expr: \"set('v', 1)\" }",
      early(2, 27),
    ],
  ])("not before: %s", (_name, lines, message) => {
    expect(findings(`actionId: a\n${lines}\n`).filter((line) => line.startsWith("error"))).toEqual([message]);
  });

  test("a resource upstream may have stored it", () => {
    const resources = "actionId: b\nbefore: \"set('v', 1)\"\n---\nactionId: a\nrequires: [b]\n";
    expect(findings(`${resources}before: "set('v', get('v') + 1)"\n`)).toEqual([]);
  });

  test("a resource that a chat calls may have been called before", () => {
    const tool = "actionId: count\nbefore: \"set('n', get('n', 0) + 1)\"\napiResponse: { response: get('n') }\n";
    const chat = "chat: { model: m, prompt: p, timeout: 1s, tools: [{ name: f, description: d, script: count }] }";
    expect(findings(`${tool}---\nactionId: a\n${chat}\n`)).toEqual([]);
  });

  test("a resource without an executor has its result once apiResponse has given it", () => {
    const lines = "apiResponse: { response: 1 }\nafter: \"set('v', get('a'))\"\n";
    expect(findings(`actionId: a\n${lines}`)).toEqual([
      'error 3:22 "a" reads its own result before it has one [missing-requires]',
    ]);
  });
});
