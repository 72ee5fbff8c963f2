import { describe, expect, test } from "vitest";
import { checkText, componentText } from "../support/check-text.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\n";
const injected = "exec:\n  command: echo {{ get('x') }}\n";
const codesOf = (text: string) =>
  checkText(head + text).diagnostics.flatMap(({ code }) => (code === "unused-name" ? [] : [code]));
const wrong = (id: string, more = "") => `---\nactionId: ${id}\n${more}before: ["set('n', lenght('a'))"]\n`;

describe("an injection is reported beside an error", () => {
  const own = `---\nactionId: b\n${injected}`;

  test("in a resource that has nothing to do with it", () => {
    const text = `actionId: a\nrequires: [b, c]\nexec: { command: ls }\n${own}${wrong("c")}`;
    expect(codesOf(text)).toEqual(["shell-injection", "unknown-function"]);
  });

  test("in a resource that comes after it", () => {
    const text = `actionId: a\nrequires: [c]\nexec: { command: ls }\n${own}${wrong("c", "requires: [b]\n")}`;
    expect(codesOf(text)).toEqual(["shell-injection", "unknown-function"]);
  });
});

describe("an injection is reported beside an error that", () => {
  const reader = (expression: string) => `actionId: a\nexec:\n  command: echo {{ ${expression} }}\n`;
  test.each([
    ["an unknown function", "blorb(get('x'))", "unknown-function"],
    ["an unknown method", "upper(get('x')).shoot()", "unknown-function"],
    ["an argument that does not fit", "trim(get('x'), 3)", "wrong-arguments"],
    ["a sum that does not go", "get('x') + 'a' + 1", "type-mismatch"],
  ])("%s passes the value on", (_name, expression, code) => {
    expect(codesOf(reader(expression)).sort()).toEqual(["shell-injection", code].sort());
  });

  test("stands in a check that does not name the value", () => {
    const guard = "validations: { check: [\"get('y') matchs '^[a-z]+$'\", \"lenght(get('y')) > 1\"] }\n";
    const text = `actionId: out\n${guard}${injected}`;
    const found = checkText(head.replace("targetActionId: a", "targetActionId: out") + text).diagnostics;
    expect(found.map(({ code }) => code)).toEqual(["expression-syntax", "unknown-function", "shell-injection"]);
  });

  test("stands in a component, and in nothing that may hold the value there", () => {
    const part = (more: string) =>
      componentText(
        "part",
        `interface: { inputs: [{ name: v, type: string, required: true }] }
resources:
  - { actionId: one, exec: { command: "echo {{ blorb(1) }}" } }
  - { actionId: two, requires: [one], ${more}apiResponse: { response: "{{ get('v') }}" } }
`,
      );
    const text = `${head}actionId: a
requires: [call]
exec: { command: "echo {{ get('call').response }} {{ get('x') }}" }
---
actionId: call
component: { name: part, with: { v: get('v') } }
`;
    const codes = (more: string) => checkText(text, undefined, [part(more)]).diagnostics.map(({ code }) => code);
    expect(codes("")).toEqual(["unknown-function", "shell-injection", "shell-injection"]);
    const check = "validations: { check: [\"get('v') matchs '^[a-z]+$'\"] }, ";
    expect(codes(check)).toEqual(["unknown-function", "expression-syntax"]);
  });
});

describe("an injection is not reported beside an error", () => {
  test("in its own resource, which may be its guard", () => {
    const guard = "validations: { check: [\"get('x') matchs '^[a-z]+$'\"] }\n";
    expect(codesOf(`actionId: a\n${guard}${injected}`)).toEqual(["expression-syntax"]);
  });

  test("upstream of it", () => {
    expect(codesOf(`actionId: a\nrequires: [c]\n${injected}${wrong("c")}`)).toEqual(["unknown-function"]);
    expect(
      codesOf(
        `actionId: a\nrequires: [b]\n${injected}---\nactionId: b\nrequires: [c]\nexec: { command: ls }\n${wrong("c")}`,
      ),
    ).toEqual(["unknown-function"]);
  });

  test("in a chat whose tool it is in", () => {
    const tool = "{ name: find, script: tool, parameters: { x: { type: string } } }";
    const chat = `actionId: a\nbefore: ["set('n', lenght('a'))"]\nchat: { model: m, prompt: p, tools: [${tool}] }\n`;
    expect(codesOf(`${chat}---\nactionId: tool\n${injected}`)).toEqual(["unknown-function"]);
    expect(codesOf(`${chat.replace("lenght", "len")}---\nactionId: tool\n${injected}`)).toEqual(["shell-injection"]);
  });
});

test("what may be nil is reported beside an error elsewhere", () => {
  const skipped = "actionId: b\nvalidations: { skip: [\"get('x') == 1\"] }\nexec: { command: ls }\n---\n";
  const reader = "actionId: a\nrequires: [b, c]\nexec:\n  command: echo {{ len(get('b')) }}\n";
  const broken = (id: string) => `---\nactionId: ${id}\nafter: ["set('n', 1 +)"]\n`;
  expect(codesOf(skipped + reader + broken("c"))).toEqual(["expression-syntax"]);
  expect(codesOf(skipped + reader.replace(", c", "") + broken("c"))).toContain("maybe-nil");
});

describe("a key that is unknown may be meant as what is missing", () => {
  test("an executor, or a key of one", () => {
    expect(codesOf("actionId: a\nlaunch: { command: ls }\n")).toEqual(["unknown-key"]);
    expect(codesOf("actionId: a\nsql: { connectionName: c, body: select 1 }\n")).toEqual([
      "unknown-connection",
      "unknown-key",
    ]);
  });

  test("requires, wherever it stands", () => {
    const lone = "---\nactionId: b\nexec: { command: ls }\n";
    expect(codesOf(`actionId: a\nexec: { command: ls }\n${lone}`)).toEqual(["unreachable-resource"]);
    expect(codesOf(`actionId: a\nafterwards: [b]\nexec: { command: ls }\n${lone}`)).toEqual(["unknown-key"]);
  });
});
