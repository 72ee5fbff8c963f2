import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";

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
