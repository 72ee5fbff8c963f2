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
    ["check: [1 == 1 && true]", ["warning 2:24 this condition is always true [constant-condition]"]],
    ["check: [true]", ["warning 2:24 this condition is always true [constant-condition]"]],
    ["skip: false", ["warning 2:22 this condition is always false [constant-condition]"]],
    ["skip: get('x') == 'y' and false", ["warning 2:22 this condition is always false [constant-condition]"]],
    ["check: [get('x') matches '^a$']", []],
    ["check: [get('x')]", []],
  ])("%s should depend on something", (validations, expected) => {
    expect(findings(resource(`validations: { ${validations} }`))).toEqual(expected);
  });
});

describe("maybe-nil", () => {
  const file = "get('file')";
  const nil = (line: number, column: number, why: string) =>
    `warning ${line}:${column} this value may be nil${why}, which fails here [maybe-nil]`;
  const noFile = ": a file need not be given";

  test.each([
    ["an argument", `actionId: a\nafter: set('n', trim(${file}))\n`, [nil(2, 22, noFile)]],
    ["an operand", `actionId: a\nafter: set('n', ${file} + 'x')\n`, [nil(2, 17, noFile)]],
    ["the object of a member", `actionId: a\nafter: "set('n', find([{b: 1}], true).b)"\n`, [nil(2, 18, "")]],
    [
      "a condition that asks the wrong thing",
      `actionId: a\nvalidations: { check: "${file} == nil" }\nafter: set('n', trim(${file}))\n`,
      [nil(3, 22, noFile)],
    ],
    [
      "a result that can be skipped",
      "actionId: b\nvalidations: { skip: get('x') == 1 }\nexec: { command: echo }\n---\nactionId: a\nrequires: [b]\nafter: set('n', trim(get('b')))\n",
      [nil(7, 22, ': "b" can be skipped, or go on without a result')],
    ],
  ])("%s", (_name, resources, expected) => {
    expect(findings(resources)).toEqual(expected);
  });

  test.each([
    ["a default", `actionId: a\nafter: set('n', trim(${file} ?? ''))\n`],
    ["a template, where nil is empty", `actionId: a\nexec: { command: echo, args: ["{{ ${file} }}"] }\n`],
    ["asked with and", `actionId: a\nafter: set('n', ${file} != nil and len(trim(${file})) > 1)\n`],
    ["asked from the other side", `actionId: a\nafter: set('n', nil != ${file} and len(trim(${file})) > 1)\n`],
    ["asked of its type", `actionId: a\nafter: "set('n', type(${file}) == 'string' ? trim(${file}) : '')"\n`],
    [
      "asked of a call",
      "actionId: a\nafter: \"set('n', first(split(env('A'), ',')) != nil ? upper(first(split(env('A'), ','))) : '')\"\n",
    ],
    ["asked by let", `actionId: a\nafter: "set('n', (let f = ${file}; f != nil) ? trim(${file}) : '')"\n`],
    ["asked with or", `actionId: a\nafter: set('n', ${file} == nil or trim(${file}) == '')\n`],
    ["asked with ?:", `actionId: a\nafter: "set('n', ${file} != nil ? trim(${file}) : '')"\n`],
    ["asked in a check", `actionId: a\nvalidations: { check: "${file} != nil" }\nafter: set('n', trim(${file}))\n`],
    ["asked in a skip", `actionId: a\nvalidations: { skip: "${file} == nil" }\nafter: set('n', trim(${file}))\n`],
    [
      "asked upstream",
      `actionId: b\nvalidations: { check: "${file} != nil" }\nexec: { command: echo }\n---\nactionId: a\nrequires: [b]\nafter: set('n', trim(${file}))\n`,
    ],
  ])("not after %s", (_name, resources) => {
    expect(findings(resources)).toEqual([]);
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
    [`"see get('b').c"`, 36],
    [`exec.stderr('b') is what it said`, 31],
    [`get('b`, 35],
    [`len(get(b')`, 40],
    [`gte('b')`, 31],
    [`Int(get('b'))`, 31],
    [`"get['b']"`, 32],
    [`get(‘b’)`, 35],
    [`"{ get('b') }}"`, 32],
    [`"{{ 1 }} { get('b') }}"`, 40],
    [`exec.stder('b').x`, 31],
  ])("%s is text", (value, column) => {
    const [found, ...others] = findings(response(value));
    expect(found).toMatch(new RegExp(`^warning 2:${column} .*\\[literal-looks-like-expression\\]$`));
    expect(others).toEqual([]);
  });

  test("a brace that is lost in a command", () => {
    expect(findings("actionId: a\nexec:\n  command: \"echo { get('b') }}\"\n")).toEqual([
      `warning 3:18 "{ get('b') }}" is text: a template begins with two braces [literal-looks-like-expression]`,
    ]);
    for (const text of ["echo { {{ 1 }} }}", "awk '{ print $1 }}'", "f = {x: {get('b')}}", "{ { get('b') } }"]) {
      const found = findings(`actionId: a\nexec:\n  command: ${JSON.stringify(text)}\n`);
      expect(found.filter((line) => !line.endsWith("[shell-syntax]"))).toEqual([]);
    }
  });

  test.each([
    "info('timestamp')",
    "\"{{ get('b') }}\"",
    '"call get() first"',
    "forget('b')",
    "input(s) wanted",
    "map('x') of",
  ])("%s is what it seems", (value) => {
    expect(findings(response(value))).toEqual([]);
  });
});
