import type { Twin } from "./twin.ts";

/** Codes about the shape of documents. */
export const documentTwins = {
  "yaml-syntax": {
    bad: [
      "actionId: a\nexec: { command: ▸'ls }\n",
      "actionId: a\nexec:\n  command: ▸{{ get('x') }}\n",
      "actionId: a\nexec: { command: ls }\nrequires: ▸[a\n",
      "actionId: a\nname: ▸a: b: c\nexec: { command: ls }\n",
    ],
    good: [
      "actionId: a\nexec: { command: 'ls' }\n",
      "actionId: a\nexec:\n  command: \"{{ get('x') }}\"\n",
      "actionId: a\nname: 'a: b: c'\nexec: { command: ls }\n",
      "actionId: a\nexec:\n  command: >-\n    ls\n    -l\n",
    ],
  },
  "duplicate-key": {
    bad: [
      "actionId: a\nexec: { command: ls, ▸command: pwd }\n",
      "actionId: a\nname: x\nexec: { command: ls }\n▸name: x\n",
      "actionId: a\nexec:\n  command: ls\n  env:\n    A: 1\n    ▸A: 2\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls, env: { command: x } }\n",
      "actionId: a\nexec: { command: ls, env: { A: 1, a: 2 } }\n",
      "actionId: b\nexec: &x { command: ls }\n---\nactionId: a\nrequires: [b]\nexec: { command: pwd }\n",
    ],
  },
  "unknown-key": {
    bad: [
      "actionId: a\nexec: { command: ls, ▸comand: pwd }\n",
      "actionId: a\nexec: { command: ls }\n▸depends: [b]\n",
      "settings: { targetActionId: a, timeout: 1m, ▸retries: 3 }\n---\nactionId: a\nexec: { command: ls }\n",
      "actionId: a\nexec: { command: ls }\nvalidations: { ▸checks: [] }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls, env: { comand: x } }\n",
      "actionId: a\napiResponse: { success: true, response: { retries: 3 } }\n",
      "metadata: { name: x, version: 1.0.0, description: y }\nsettings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    ],
  },
  schema: {
    bad: [
      "actionId: a\nexec: { command: ▸[ls] }\n",
      "actionId: a\nrequires: ▸3\nexec: { command: ls }\n",
      "actionId: a\nexec: { ▸timeout: 1s }\n",
      "actionId: a\nexec: { command: ls }\nonError: { action: ▸ignore }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls, args: ['-l', 3, true] }\n",
      "actionId: a\nrequires: []\nexec: { command: ls }\n",
      "actionId: a\nexec: { command: ls }\nonError: { action: continue }\n",
    ],
  },
  "invalid-duration": {
    bad: [
      "actionId: a\nexec: { command: ls, timeout: ▸10 }\n",
      "actionId: a\nexec: { command: ls, timeout: ▸10 minutes }\n",
      "settings: { targetActionId: a, timeout: ▸soon }\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls, timeout: 10s }\n",
      "actionId: a\nexec: { command: ls, timeout: 1m30s }\n",
      "actionId: a\nexec: { command: ls, timeout: 500ms }\n",
    ],
  },
  "api-version": {
    bad: [
      "apiVersion: ▸flowc/v2\nactionId: a\nexec: { command: ls }\n",
      "apiVersion: ▸v1\nactionId: a\nexec: { command: ls }\n",
      "apiVersion: ▸flowc/v1beta1\nsettings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    ],
    good: [
      "apiVersion: flowc/v1\nactionId: a\nexec: { command: ls }\n",
      "apiVersion: example.com/flows/v1\nactionId: a\nexec: { command: ls }\n",
      "actionId: a\nexec: { command: ls }\n",
    ],
  },
  "no-executor": {
    bad: [
      "actionId: ▸a\n",
      "actionId: ▸a\nname: only a name\nvalidations: { skip: [] }\n",
      "actionId: ▸a\nitems: [1, 2]\nafter: [\"set('x', 1)\"]\n",
    ],
    good: [
      "actionId: a\nafter: [\"set('x', 1)\"]\n",
      "actionId: a\napiResponse: { success: true }\n",
      "actionId: a\nvalidations: { check: [\"get('n') matches '^[0-9]+$'\"] }\n",
      "actionId: a\nitems: [1, 2]\nexec: { command: ls }\n",
    ],
  },
  "many-executors": {
    bad: [
      "actionId: a\nexec: { command: ls }\n▸python: { script: print(1) }\n",
      "actionId: a\nrun: { exec: { command: ls } }\n▸httpClient: { url: https://example.com }\n",
      "actionId: a\nhttpClient: { url: https://example.com }\n▸chat: { model: m, prompt: p }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls }\napiResponse: { success: true }\n",
      "actionId: a\nrun: { exec: { command: ls } }\nbefore: [\"set('x', 1)\"]\n",
      "actionId: b\npython: { script: print(1) }\n---\nactionId: a\nrequires: [b]\nexec: { command: ls }\n",
    ],
  },
  "duplicate-action": {
    bad: [
      "actionId: a\nexec: { command: ls }\n---\nactionId: ▸a\nexec: { command: pwd }\n",
      "metadata: { actionId: a }\nexec: { command: ls }\n---\nactionId: ▸a\nexec: { command: ls }\n",
      "settings: { targetActionId: a, timeout: 1m }\nresources:\n  - actionId: a\n    exec: { command: ls }\n  - actionId: ▸a\n    exec: { command: ls }\n",
    ],
    good: [
      "actionId: b\nexec: { command: ls }\n---\nactionId: a\nrequires: [b]\nexec: { command: ls }\n",
      "actionId: A\nexec: { command: ls }\n---\nactionId: a\nrequires: [A]\nexec: { command: ls }\n",
      "metadata: { actionId: a }\nactionId: a\nexec: { command: ls }\n",
    ],
  },
  "missing-target": {
    bad: [
      "▸settings: { timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
      "▸settings: { timeout: 1m }\nresources: [{ actionId: a, exec: { command: ls } }]\n",
      "▸metadata: { name: x }\nsettings: {}\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls }\n",
      "metadata: { targetActionId: a }\nsettings: { timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
      "settings: { targetActionId: a, timeout: 1m }\nresources: [{ actionId: a, exec: { command: ls } }]\n",
    ],
  },
  "unknown-target": {
    bad: [
      "settings: { targetActionId: ▸b, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
      "settings: { targetActionId: ▸A, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
      "metadata: { targetActionId: ▸buidl }\nsettings: { timeout: 1m }\n---\nactionId: build\nexec: { command: ls }\n",
    ],
    good: [
      "settings: { targetActionId: A, timeout: 1m }\n---\nactionId: A\nexec: { command: ls }\n",
      "metadata: { targetActionId: build }\nsettings: { timeout: 1m }\n---\nactionId: build\nexec: { command: ls }\n",
      "settings: { targetActionId: x.y-z, timeout: 1m }\n---\nactionId: x.y-z\nexec: { command: ls }\n",
    ],
  },
} as const satisfies Record<string, Twin>;
