import { describe, expect, test } from "vitest";
import { findings } from "../support/findings.ts";

const resource = (body: string) => `actionId: a\n${body}\nexec: { command: echo }\n`;

describe("conditions", () => {
  test.each([
    ["check: [1 + 1]", "error 2:24 a condition must be a bool, found int [type-mismatch]"],
    ["skip: ['\"x\"']", "error 2:24 a condition must be a bool, found string [type-mismatch]"],
    ["check: [\"len('x') ? true : false\"]", "error 2:25 a condition must be a bool, found int [type-mismatch]"],
  ])("%s must be bools", (validations, expected) => {
    expect(findings(resource(`validations: { ${validations} }`))).toEqual([expected]);
  });

  test.each([
    ["check: [1 == 1 && true]", []],
    ["check: [true]", ["warning 2:24 this condition is always true [constant-condition]"]],
    ["skip: false", ["warning 2:22 this condition is always false [constant-condition]"]],
    ["skip: get('x') == 'y' and false", ["warning 2:42 this condition is always false [constant-condition]"]],
    ["check: [get('x') matches '^a$']", []],
    ["check: [get('x')]", []],
  ])("%s should depend on something", (validations, expected) => {
    expect(findings(resource(`validations: { ${validations} }`))).toEqual(expected);
  });
});

describe("set-race", () => {
  const stores = (id: string, requires: string) => `actionId: ${id}\nrequires: [${requires}]\nafter: set('n', 1)\n`;

  test.each([
    ["side by side", [stores("b", ""), stores("c", ""), "actionId: a\nrequires: [b, c]\nexec: { command: echo }\n"], 1],
    [
      "three of them",
      [
        stores("b", ""),
        stores("c", ""),
        stores("d", ""),
        "actionId: a\nrequires: [b, c, d]\nexec: { command: echo }\n",
      ],
      2,
    ],
    [
      "beside an ordered pair",
      [stores("b", ""), stores("c", "b"), stores("d", "b"), "actionId: a\nrequires: [c, d]\nexec: { command: echo }\n"],
      1,
    ],
    [
      "one after the other",
      [stores("b", ""), stores("c", "b"), "actionId: a\nrequires: [c]\nexec: { command: echo }\n"],
      0,
    ],
    [
      "far after the other",
      [
        stores("b", ""),
        "actionId: m\nrequires: [b]\nexec: { command: echo }\n",
        stores("c", "m"),
        "actionId: a\nrequires: [c]\nexec: { command: echo }\n",
      ],
      0,
    ],
    ["in one resource", ["actionId: a\nbefore: set('n', 1)\nafter: set('n', 2)\n"], 0],
  ])("%s", (_name, documents, expected) => {
    const found = findings(documents.join("---\n"));
    expect(found.filter((line) => line.includes("[set-race]"))).toHaveLength(expected);
    expect(found).toHaveLength(expected);
  });
});

describe("literal-looks-like-expression", () => {
  const response = (value: string) => `actionId: a\napiResponse: { response: { x: ${value} } }\n`;

  test.each([
    [`"get('b')"`, 32],
    [`"see get('b').c"`, 36],
    [`exec.stderr('b') is what it said`, 31],
  ])("%s is text", (value, column) => {
    const [found, ...others] = findings(response(value));
    expect(found).toMatch(new RegExp(`^warning 2:${column} .*\\[literal-looks-like-expression\\]$`));
    expect(others).toEqual([]);
  });

  test.each(["info('timestamp')", "\"{{ get('b') }}\"", '"call get() first"', "forget('b')"])(
    "%s is what it seems",
    (value) => {
      expect(findings(response(value))).toEqual([]);
    },
  );
});
