import { describe, expect, test } from "vitest";
import { checkText } from "../../support/check-text.ts";

const head = "settings: { targetActionId: a, timeout: 1m, inputs: { x: { type: string, default: a } } }\n---\n";
/** The messages of this code; what cannot be read is no obstacle. */
const found = (text: string, code: string) => foundIn(head + text, code);
const foundIn = (text: string, code: string) =>
  checkText(text)
    .diagnostics.filter((finding) => finding.code === code)
    .map(({ message }) => message);
const line = `exec: { command: "echo {{ get('x') }}"`;

describe("a value from outside is reported beside", () => {
  test.each([
    [
      "an unknown function in the same script",
      "unknown-function",
      `exec: { command: "echo {{ get('x') }} {{ foo(1) }}" }`,
    ],
    ["a misspelled function around it", "unknown-function", `exec: { command: "echo {{ trimm(get('x')) }}" }`],
    ["a function written as a method", "unknown-function", `exec: { command: "echo {{ get('x').trim() }}" }`],
    ["too many arguments", "wrong-arguments", `exec: { command: "echo {{ trim(get('x'), 1, 2) }}" }`],
    ["an expression that cannot be read", "expression-syntax", `exec: { command: "echo {{ get('x') }} {{ 1 + }}" }`],
    ["an unknown name in another field", "unknown-name", `${line}, env: { Y: "{{ get('nothing') }}" } }`],
    ["a wrong type in the response", "type-mismatch", `${line} }\napiResponse: { response: "{{ 1 + 'a' }}" }`],
    ["a field of the wrong shape", "invalid-duration", `${line}, timeout: 10parsecs }`],
  ])("%s", (_name, code, resource) => {
    const text = `actionId: a\n${resource}\n`;
    expect(found(text, code)).toHaveLength(1);
    expect(found(text, "shell-injection")).toEqual([expect.stringContaining('brings the input "x"')]);
  });

  test("an error upstream that guards nothing", () => {
    const text = `actionId: b\nexec: { command: "echo {{ foo(1) }}" }\n---\nactionId: a\nrequires: [b]\n${line} }\n`;
    expect(found(text, "unknown-function")).toHaveLength(1);
    expect(found(text, "shell-injection")).toHaveLength(1);
  });

  test("a missing entry in requires of a resource that guards nothing", () => {
    const text = `actionId: b\nexec: { command: date }\n---\nactionId: a\n${line}, env: { B: "{{ get('b') }}" } }\n`;
    expect(found(text, "missing-requires")).toHaveLength(1);
    expect(found(text, "shell-injection")).toHaveLength(1);
  });

  test("the schema of another input", () => {
    const schemas = "inputs: { x: { type: string }, y: { type: string, pattern: '(' } }";
    const text = `settings: { targetActionId: a, timeout: 1m, ${schemas} }\n---\nactionId: a\n${line} }\n`;
    expect(foundIn(text, "shell-injection")).toHaveLength(1);
  });
});

describe("and not beside what may have held it", () => {
  test.each([
    ["a check that cannot be read", `validations: { check: ["get('x') matches"] }\n${line} }`],
    ["a check of an unknown function", `validations: { check: ["isName(get('x'))"] }\n${line} }`],
    ["checks of the wrong shape", `validations: { check: { a: b } }\n${line} }`],
    ["a misspelled quote", `exec: { command: "echo {{ quotee(get('x')) }}" }`],
  ])("%s", (_name, resource) => {
    expect(found(`actionId: a\n${resource}\n`, "shell-injection")).toEqual([]);
  });

  test("a missing entry in requires of a resource with a check", () => {
    const guard = `actionId: b\nvalidations: { check: ["get('x') matches '^[a-z]+$'"] }\nexec: { command: date }`;
    const text = `${guard}\n---\nactionId: a\n${line}, env: { B: "{{ get('b') }}" } }\n`;
    expect(found(text, "missing-requires")).toHaveLength(1);
    expect(found(text, "shell-injection")).toEqual([]);
  });
});
