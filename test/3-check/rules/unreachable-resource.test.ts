import { describe, expect, test } from "vitest";
import { reported } from "../../support/reported.ts";

const settings = "settings: { targetActionId: a, timeout: 1m }\n";
const server = `settings: { targetActionId: a, timeout: 1m, apiServer: { routes: [{ path: /x, methods: [GET] }] } }\n`;
const found = (text: string) => reported(text, "unreachable-resource");
const step = (id: string, more = "") => `---\nactionId: ${id}\n${more}exec: { command: ls }\n`;

describe("unreachable-resource", () => {
  test("is reported for what the target does not need", () => {
    expect(found(settings + step("a", "requires: [b]\n") + step("b") + step("c"))).toEqual([
      `10:11 nothing runs "c": the target "a" does not need it`,
    ]);
  });

  test("is reported for what stands behind the target, and of all that only it needs", () => {
    expect(found(settings + step("a") + step("after", "requires: [a, other]\n") + step("other"))).toEqual([
      `6:11 nothing runs "after": the target "a" does not need it`,
      `10:11 nothing runs "other": the target "a" does not need it`,
    ]);
  });

  test("is reported for what no route is bound to", () => {
    expect(found(server + step("a") + step("b"))).toEqual([
      `6:11 nothing runs "b": the target "a" does not need it and no route is bound to it`,
    ]);
  });

  test.each([
    ["what is far upstream", settings + step("a", "requires: [b]\n") + step("b", "requires: [c]\n") + step("c")],
    ["what a route is bound to", server + step("a") + step("b", "validations: { routes: [/x] }\n")],
    ["what a method is bound to", server + step("a") + step("b", "validations: { methods: [GET] }\n")],
    [
      "what a bound resource needs",
      server + step("a") + step("b", "validations: { routes: [/x] }\nrequires: [c]\n") + step("c"),
    ],
    [
      "tools of a chat",
      `${settings}---\nactionId: a\nchat: { model: m, prompt: p, tools: [{ name: t, script: b }] }\n${step("b")}`,
    ],
  ])("is silent for %s", (_name, text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    ["a misspelled requires", settings + step("a", "requires: [bulid]\n") + step("build")],
    ["a forgotten requires", settings + step("a", "validations: { check: get('b') == 'x' }\n") + step("b")],
    ["an unknown target", `settings: { targetActionId: nope, timeout: 1m }\n${step("a")}${step("b")}`],
  ])("is silent where %s is reported", (_name, text) => {
    expect(found(text)).toEqual([]);
  });
});
