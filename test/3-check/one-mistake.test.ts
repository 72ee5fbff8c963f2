import { describe, expect, test } from "vitest";
import { checkText, componentText } from "../support/check-text.ts";

const errorsOf = (text: string) =>
  checkText(text)
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ message, help }) => (help === undefined ? message : `${message}; ${help}`));

const resource = (more: string) => `settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\n${more}\n`;

describe("one mistake gives one error", () => {
  test("a key whose value does not fit what was guessed of it", () => {
    const text = `settings: { targetActionId: a, timeout: 1m, input: { sources: [api] } }
---
actionId: a
exec: { command: "echo {{ quote(get('q')) }} {{ quote(get('sources')) }}" }
`;
    expect(errorsOf(text)).toEqual(['unknown key "input" in "settings"; did you mean "inputs"?']);
  });

  test("a key that begins otherwise than any other", () => {
    const text =
      "settings: { targetActionId: a, timeout: 1m, session: { ttl: 5 } }\n---\nactionId: a\nexec: { command: ls }\n";
    const [error, ...others] = errorsOf(text);
    expect(others).toEqual([]);
    expect(error).toMatch(/^unknown key "session" in "settings"; allowed here: name, /);
  });

  test.each(["before", "after"])("an empty %s", (key) => {
    expect(errorsOf(resource(`${key}:\nexec: { command: ls }`))).toEqual([
      `expected text or a boolean or a list in "${key}", found nothing`,
    ]);
  });

  test.each([
    ["rotuse: 4", "rotuse"],
    ["recipes: [b]", "recipes"],
    ["afterwards: \"set('x', 1)\"", "afterwards"],
  ])("a key that is near to none: %s", (line, key) => {
    const [error, ...others] = errorsOf(resource(`${line}\nexec: { command: ls }`));
    expect(others).toEqual([]);
    expect(error).toMatch(new RegExp(`^unknown key "${key}"; allowed here: apiVersion`));
  });
});

describe("one mistake gives one error, and names no far-fetched cure", () => {
  test.each([
    ["sql: { connectionName: 1, query: SELECT 1 }", 'expected text in "sql.connectionName", found the number 1'],
    ["exec: { command: !!set {a} }", '"!!set" is not a tag that flowc knows; the tags of YAML\'s core schema: '],
    ["exec: { command: 'echo {{ foo(1) }}' }", 'unknown function "foo"; docs/expressions.md lists all functions'],
  ])("%s", (line, error) => {
    expect(errorsOf(resource(line))).toEqual([expect.stringContaining(error)]);
  });

  test("of a component whose manifest cannot be used, what its resources have wrong is said all the same", () => {
    const text = "interface: { inputs: 5 }\nresources:\n  - actionId: x\n    exec: { comand: ls }\n";
    const { diagnostics } = checkText(resource("component: { name: c }"), undefined, [componentText("c", text)]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'expected a list in "interface.inputs", found the number 5',
      'unknown key "comand" in "resources.exec"',
    ]);
  });

  test("a default that none of several types takes names them all", () => {
    const any = "{ anyOf: [{ type: string }, { type: integer }], default: true }";
    expect(errorsOf(resource(`validations: { properties: { n: ${any} } }\nexec: { command: ls }`))).toEqual([
      'the default of the input "n": expected text or a whole number, found the boolean true',
    ]);
  });
});

describe("what cannot be read hides what hangs on it", () => {
  test("a name that an expression would have stored", () => {
    const text = resource("before: [\"set('n', 1 +)\"]\nexec: { command: \"echo {{ get('n') + 1 }}\" }");
    expect(checkText(text).diagnostics.map(({ code }) => code)).toEqual(["expression-syntax"]);
  });

  test("a name in a template that is never closed", () => {
    const text = resource("before: [\"{{ set('n', 1)\"]\nexec: { command: \"echo {{ get('n') + 1 }}\" }");
    expect(errorsOf(text)).toHaveLength(1);
  });

  test("only there: another name is unknown all the same", () => {
    const text = resource("before: [\"set('nome', 1 +)\"]\nexec: { command: ls }\nafter: [\"set('m', x)\"]");
    expect(checkText(text).diagnostics.map(({ code }) => code)).toEqual(["expression-syntax", "unknown-name"]);
  });
});
