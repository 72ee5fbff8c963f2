import { describe, expect, test } from "vitest";
import { checkText } from "../../support/check-text.ts";
import { reported } from "../../support/reported.ts";

const found = (text: string) => reported(text, "missing-timeout");
const message = (id: string, executor: string) =>
  `"${id}" runs ${executor} without a timeout: if it hangs, the workflow hangs`;

describe("missing-timeout", () => {
  test.each([
    ["exec", "exec: { command: ls }"],
    ["python", "python: { script: pass }"],
    ["sql", "sql: { connectionName: db, query: select 1 }"],
  ])("is reported for %s", (executor, block) => {
    expect(found(`settings: { targetActionId: a }\n---\nactionId: a\n${block}\n`)).toEqual([
      `4:1 ${message("a", executor)}`,
    ]);
  });

  test("is reported once for each resource", () => {
    const text =
      "settings: { targetActionId: a }\n---\nactionId: b\nexec: { command: ls }\n---\nactionId: a\nrequires: [b]\nexec: { command: ls }\n";
    expect(found(text)).toEqual([`4:1 ${message("b", "exec")}`, `8:1 ${message("a", "exec")}`]);
  });

  test.each([
    ["a timeout", "settings: { targetActionId: a }\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n"],
    ["a timeout of the run", "settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n"],
    [
      "a timeout of requests",
      "settings: { targetActionId: a, apiServer: { requestTimeout: 5s, routes: [{ path: /x }] } }\n---\nactionId: a\nexec: { command: ls }\n",
    ],
    ["what takes no time", "settings: { targetActionId: a }\n---\nactionId: a\nafter: set('x', 1)\n"],
    [
      "memory",
      "settings: { targetActionId: a }\n---\nactionId: a\ncomponent: { name: memory, with: { key: k, value: v } }\n",
    ],
  ])("is silent for %s", (_name, text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    [
      "one level too high",
      "settings: { targetActionId: a }\n---\nactionId: a\ntimeout: 1s\nexec: { command: ls }\n",
      "unknown-key",
    ],
    [
      "not a duration",
      "settings: { targetActionId: a, timeout: soon }\n---\nactionId: a\nexec: { command: ls }\n",
      "invalid-duration",
    ],
  ])("leaves a timeout that is %s to the finding about it", (_name, text, code) => {
    expect(checkText(text).diagnostics.map((finding) => finding.code)).toEqual([code]);
  });
});
