import { behind, inCommand, type Twin } from "./twin.ts";

const list = "exec: { command: ls }";
const requiring = (ids: string, expression: string) => `actionId: b\n${list}\n---\n${ids}${inCommand(expression)}`;

/** Codes about who requires whom and about names. */
export const graphAndNameTwins = {
  "unknown-dependency": {
    bad: [
      `actionId: a\nrequires: [▸b]\n${list}\n`,
      `actionId: build\n${list}\n---\nactionId: a\nrequires: [▸buidl]\n${list}\n`,
      `actionId: b\n${list}\n---\nactionId: a\nrequires: [b, ▸see]\n${list}\n`,
    ],
    good: [
      `actionId: a\nrequires: [b]\n${list}\n---\nactionId: b\n${list}\n`,
      `actionId: b\n${list}\n---\nactionId: a\nrequires: [b, b]\n${list}\n`,
      `actionId: a\nrequires: []\n${list}\n`,
    ],
  },
  "dependency-cycle": {
    bad: [
      `actionId: a\nrequires: [▸a]\n${list}\n`,
      `actionId: ▸a\nrequires: [b]\n${list}\n---\nactionId: b\nrequires: [a]\n${list}\n`,
      `actionId: a\nrequires: [b]\n${list}\n---\nactionId: ▸b\nrequires: [c]\n${list}\n---\nactionId: c\nrequires: [b]\n${list}\n`,
    ],
    good: [
      `actionId: a\nrequires: [b]\n${list}\n---\nactionId: b\n${list}\n`,
      `actionId: a\nrequires: [b, c]\n${list}\n---\nactionId: b\nrequires: [d]\n${list}\n---\nactionId: c\nrequires: [d]\n${list}\n---\nactionId: d\n${list}\n`,
      `actionId: a\nrequires: [b, c]\n${list}\n---\nactionId: b\nrequires: [c]\n${list}\n---\nactionId: c\n${list}\n`,
    ],
  },
  "unknown-action": {
    bad: [
      behind(list, "output(▸'c')"),
      behind(list, "exec.exitCode(▸'bb')"),
      behind("httpClient: { url: https://example.com }", "http.status(▸'web')"),
    ],
    good: [
      behind(list, "quote(output('b'))"),
      behind(list, "exec.exitCode('b')"),
      behind("httpClient: { url: https://example.com }", "http.status('b')"),
    ],
  },
  "unknown-name": {
    bad: [
      `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get(▸'town')")}`,
      `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("input(▸'ctiy')")}`,
      inCommand("▸nothing + 1"),
    ],
    good: [
      `settings: { targetActionId: a, timeout: 1m, inputs: { city: { type: integer } } }\n---\n${inCommand("get('city')")}`,
      inCommand("quote(get('town'))"),
      `before: ["set('n', 1)"]\n${inCommand("get('n')")}`,
    ],
  },
  "missing-requires": {
    bad: [
      requiring("", "exec.exitCode(▸'b')"),
      `actionId: b\nafter: ["set('n', 1)"]\n---\n${inCommand("get(▸'n')")}`,
      `actionId: c\nrequires: [b]\n${list}\n---\n${requiring("", "exec.exitCode(▸'b')")}`,
    ],
    good: [
      requiring("requires: [b]\n", "exec.exitCode('b')"),
      `actionId: b\nafter: ["set('n', 1)"]\n---\nrequires: [b]\n${inCommand("get('n')")}`,
      `actionId: c\nrequires: [b]\n${list}\n---\n${requiring("requires: [c]\n", "exec.exitCode('b')")}`,
    ],
  },
  "wrong-executor": {
    bad: [
      behind(list, "http.status(▸'b')"),
      behind("httpClient: { url: https://example.com }", "exec.exitCode(▸'b')"),
      behind("chat: { model: m, prompt: p }", "quote(exec.stderr(▸'b'))"),
    ],
    good: [
      behind(list, "exec.exitCode('b')"),
      behind("httpClient: { url: https://example.com }", "http.status('b')"),
      behind("python: { script: print(1) }", "get('b').exitCode"),
    ],
  },
  "unknown-field": {
    bad: [
      behind(list, "get('b').▸code"),
      behind(list, "get('b').▸stdot"),
      behind(list, "output('b').▸status"),
      behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').▸succes"),
    ],
    good: [
      behind(list, "get('b').exitCode"),
      behind("httpClient: { url: https://example.com }", "len(get('b').anything)"),
      behind("component: { name: memory, with: { action: retrieve, key: k } }", "output('b').success"),
    ],
  },
  "ambiguous-name": {
    bad: [
      `before: ["set(▸'a', 1)"]\nactionId: a\n${list}\n`,
      `actionId: b\n${list}\n---\nrequires: [b]\nafter: ["set(▸'b', 1)"]\nactionId: a\n${list}\n`,
      `actionId: b\nonError: { action: continue, expr: ["set(▸'a', 1)"] }\n${list}\n---\nactionId: a\nrequires: [b]\n${list}\n`,
    ],
    good: [
      `before: ["set('x', 1)"]\nactionId: a\n${list}\n`,
      `after: ["set('A', 1)"]\nactionId: a\n${list}\n`,
      `actionId: b\nafter: ["set('bee', get('b'))"]\n${list}\n---\nactionId: a\nrequires: [b]\n${list}\n`,
    ],
  },
  "set-race": {
    bad: [
      `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nafter: ["set(▸'n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
      `actionId: d\n${list}\n---\nactionId: b\nrequires: [d]\nafter: ["set('n', 1)"]\n---\nactionId: c\nrequires: [d]\nbefore: ["set(▸'n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
      `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: d\nrequires: [b]\nafter: ["set('n', 2)"]\n---\nactionId: c\nafter: ["set(▸'n', 3)"]\n---\nactionId: a\nrequires: [d, c]\n${list}\n`,
    ],
    good: [
      `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nrequires: [b]\nafter: ["set('n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
      `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\nafter: ["set('m', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
      `actionId: c\nrequires: [d]\nafter: ["set('n', 3)"]\n---\nactionId: b\nafter: ["set('n', 1)", "set('n', 2)"]\n---\nactionId: d\nrequires: [b]\n${list}\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
    ],
  },
  "unused-ignore": {
    bad: [
      `actionId: a\n# flowc-ignore ▸schema -- once it was\n${list}\n`,
      `# flowc-ignore ▸no-executor\nactionId: a\n${list}\n`,
      `actionId: a\nexec:\n  # flowc-ignore ▸shell-injection -- it is quoted\n  command: echo {{ quote(get('x')) }}\n`,
    ],
    good: [
      `actionId: a\nexec:\n  # flowc-ignore shell-injection -- only I run it\n  command: echo {{ get('x') }}\n`,
      `actionId: b\nafter: ["set('n', 1)"]\n---\nactionId: c\n# flowc-ignore set-race -- either will do\nafter: ["set('n', 2)"]\n---\nactionId: a\nrequires: [b, c]\n${list}\n`,
      `actionId: a\n# a comment about ignoring\n${list}\n`,
    ],
  },
} as const satisfies Record<string, Twin>;
