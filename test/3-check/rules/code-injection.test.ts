import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const found = (script: string, more = "") =>
  reported(`${head}actionId: a\n${more}python:\n  script: |\n    ${script}\n`, "code-injection");

describe("code-injection", () => {
  test.each([
    ["print({{ get('n') }})", 'brings the input "n" into the Python script'],
    ["print({{ get('body').n }})", "brings the body of the request into the Python script"],
    ["print(\"{{ get('n') }}\")", 'brings the input "n" into the Python script inside quotes, which do not protect it'],
    [
      "print('''{{ json(get('n')) }}''')",
      'brings the input "n" into the Python script inside quotes, which do not protect it',
    ],
    ["print(f'{{ get('n') }}')", 'brings the input "n" into the Python script inside quotes, which do not protect it'],
    ["pass # {{ get('n') }}", 'brings the input "n" into the Python script inside a comment'],
    ["print({{ quote(get('n')) }})", 'brings the input "n" into the Python script'],
  ])("is reported for %s", (script, message) => {
    const [only, ...notes] = found(script);
    expect(only).toMatch(/^6:\d+ "/);
    expect(only?.endsWith(message)).toBe(true);
    expect(notes).toHaveLength(1);
  });

  test.each([
    ["data = {{ json(get('body')) }}"],
    ["n = {{ int(get('n')) }}"],
    ["import os; print(os.environ['HOME'], \"it's\")"],
    ["print('{{ env('HOME') }}')"],
    ["print('{{ get('n') in ['a', 'b'] ? get('n') : 'a' }}')"],
  ])("is silent for %s", (script) => {
    expect(found(script)).toEqual([]);
  });

  test("knows what Python's strings hold", () => {
    const checked = (pattern: string) => `validations: { check: "get('n') matches '${pattern}'" }\n`;
    expect(found("print('{{ get('n') }}')", checked("^[a-z ;()]+$"))).toEqual([]);
    expect(found("print({{ get('n') }})", checked("^[a-z ;()]+$"))).not.toEqual([]);
    expect(found("print({{ get('n') }})", checked("^[a-z0-9_]+$"))).toEqual([]);
    expect(found("print(f'{{ get('n') }}')", checked("^[a-z{}]+$"))).not.toEqual([]);
    expect(found("print('''\n    it's {{ get('n') }}''')", checked("^[a-z]+$"))).toEqual([]);
  });

  test("data travels beside the script", () => {
    const text = `${head}actionId: a\npython: { script: "print(inputs)", inputs: { n: "{{ get('n') }}" }, env: { N: "{{ get('n') }}" } }\n`;
    expect(reported(text, "code-injection")).toEqual([]);
  });
});
