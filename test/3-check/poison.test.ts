import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";

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
