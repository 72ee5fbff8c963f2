import { describe, expect, test } from "vitest";
import { findings } from "../support/findings.ts";

const stores = (...lines: readonly string[]) => `actionId: b\n${lines.join("\n")}\n`;
const reads = (expression: string) => `actionId: a\nrequires: [b]\nbefore: "set('out', ${expression})"\n`;
const found = (setter: string, expression: string) => findings(`${setter}---\n${reads(expression)}`);

describe("what `set` stores has a type for those who read it", () => {
  test.each([
    ["an int", "before: set('n', 1 + 1)", "get('n') + 'x'", '"+" does not go with int and string [type-mismatch]'],
    ["a text", "before: set('n', upper('a'))", "get('n') * 2", '"*" does not go with string and int [type-mismatch]'],
    [
      "a map",
      "before: \"set('n', {a: 1})\"",
      "get('n').a + 'x'",
      '"+" does not go with int and string [type-mismatch]',
    ],
    ["a date", "before: set('n', now())", "get('n') + 1", '"+" does not go with date and int [type-mismatch]'],
    ["stdout", "exec: { command: echo }\nafter: set('n', get('b'))", "get('n') + 1", '"+" does not go with string'],
  ])("%s", (_name, setter, expression, message) => {
    const [first, ...others] = found(stores(setter), expression);
    expect(first).toContain(message);
    expect(others).toEqual([]);
  });

  test.each([
    ["of two types", "before: [\"set('n', 1)\", \"set('n', 'a')\"]", "get('n') + 'x'"],
    ["of unknown type", "before: set('n', get('x'))", "get('n') + 1"],
    ["that fits", "before: set('n', 2)", "get('n') * 2"],
  ])("one %s is not a reason for a finding", (_name, setter, expression) => {
    expect(found(stores(setter), expression)).toEqual([]);
  });

  test("the resource that stores it knows its type, behind the set", () => {
    expect(findings("actionId: a\nbefore: [\"set('n', 1)\", \"set('m', get('n') + 'x')\"]\n")).toEqual([
      'error 2:35 "+" does not go with int and string [type-mismatch]',
    ]);
    expect(findings("actionId: a\nbefore: [\"set('n', 1)\", \"set('m', get('n') + 1)\"]\n")).toEqual([]);
  });

  test("a setter that is not part of what is upstream leaves it unknown", () => {
    const late = "actionId: c\nrequires: [a]\nbefore: set('n', 'x')\n";
    expect(findings(`${stores("before: set('n', 1)")}---\n${reads("get('n') + 1")}---\n${late}`, "c")).toEqual([]);
  });
});

describe("what may not have been stored may be nil", () => {
  const nil = [expect.stringMatching(/this value may be nil.*\[maybe-nil\]$/)];

  test.each([
    ["after a skip", "validations: { skip: get('x') == 1 }\nexec: { command: echo }\nafter: set('n', 1)", nil],
    ["before a skip", "validations: { skip: get('x') == 1 }\nexec: { command: echo }\nbefore: set('n', 1)", []],
    ["in a branch", "before: \"get('x') == 1 ? set('n', 1) : 0\"", nil],
    ["behind an operator", "before: \"get('x') == 1 and set('n', true); 1\"", nil],
    [
      "when it goes on after a failure",
      "exec: { command: echo }\nonError: { action: continue }\nafter: set('n', 1)",
      nil,
    ],
    ["in onError", "exec: { command: echo }\nonError: { action: continue, expr: \"set('n', 1)\" }", nil],
    ["always", "exec: { command: echo }\nafter: set('n', 1)", []],
  ])("%s", (_name, setter, expected) => {
    const operand = setter.includes("true") ? "get('n') and true" : "get('n') + 1";
    expect(found(stores(...setter.split("\n")), operand)).toEqual(expected);
  });

  test("unless it is asked", () => {
    const setter = stores("exec: { command: echo }", "onError: { action: continue }", "after: set('n', 1)");
    expect(found(setter, "(get('n') ?? 0) + 1")).toEqual([]);
    expect(found(setter, "get('n') != nil ? get('n') + 1 : 0")).toEqual([]);
  });
});
