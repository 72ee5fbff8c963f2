import type { Twin } from "./twin.ts";

const server = (path: string) =>
  `settings: { targetActionId: a, apiServer: { routes: [{ path: ${path}, methods: [GET] }] } }\n---\nactionId: a\napiResponse: { response: x }\n`;
const packages = (names: string) =>
  `settings: { targetActionId: a, agentSettings: { osPackages: [${names}] } }\n---\nactionId: a\napiResponse: { response: x }\n`;
const chat = (tools: string) =>
  `actionId: b\napiResponse: { response: x }\n---\nactionId: a\nchat: { model: m, prompt: p, timeout: 1m, tools: [${tools}] }\n`;
const request = (rest: string) => `actionId: a\nhttpClient: { timeout: 1s, ${rest} }\n`;

/** Codes about values that cannot be what they stand for, and settings that do not go together. */
export const valueTwins = {
  "invalid-url": {
    bad: [
      request("url: ▸example.org"),
      request('url: ▸"ftp://example.org/x"'),
      "settings: { targetActionId: a, sqlConnections: { db: { connection: ▸'oracle://x' } } }\n---\nactionId: a\nsql: { connectionName: db, query: select 1, timeout: 1s }\n",
    ],
    good: [
      request('url: "http://example.org"'),
      request("url: \"{{ get('base') }}/items\""),
      "settings: { targetActionId: a, sqlConnections: { db: { connection: 'sqlite://x.db' } } }\n---\nactionId: a\nsql: { connectionName: db, query: select 1, timeout: 1s }\n",
    ],
  },
  "invalid-path": {
    bad: [
      server("▸'/items/{id}'"),
      server("▸'/items/*'"),
      "actionId: a\npython: { scriptFile: ▸gone.py, timeout: 1s }\n",
    ],
    good: [server("'/items/:id'"), server("/items"), "actionId: a\npython: { script: print(1), timeout: 1s }\n"],
  },
  "invalid-http": {
    bad: [
      "actionId: a\napiResponse: { statusCode: ▸99, response: x }\n",
      "actionId: a\napiResponse: { headers: { ▸Connection: close }, response: x }\n",
      request('url: "http://example.org", method: ▸GTE'),
      request('url: "http://example.org", headers: { X-A: ▸"a\\nb" }'),
    ],
    good: [
      "actionId: a\napiResponse: { statusCode: 599, response: x }\n",
      "actionId: a\napiResponse: { headers: { X-A: close }, response: x }\n",
      request('url: "http://example.org", method: PURGE'),
    ],
  },
  "invalid-package": {
    bad: [
      packages("▸'curl jq'"),
      packages("jq, ▸--yes"),
      packages("jq").replace("osPackages: [jq]", "pythonPackages: [▸'requests && id']"),
    ],
    good: [
      packages("curl, jq"),
      packages("jq=1.7.1-6"),
      packages("jq").replace("osPackages: [jq]", "pythonPackages: ['requests>=2']"),
    ],
  },
  "invalid-name": {
    bad: [
      chat("{ name: x, script: b, description: d }, { name: ▸x, script: b, description: e }"),
      chat("{ name: x, script: b }, { name: y, script: b }, { name: ▸x, script: b }"),
      chat("{ name: look_up, script: b }, { name: ▸'look_up', script: b }"),
    ],
    good: [
      chat("{ name: x, script: b, description: d }"),
      chat("{ name: x, script: b }, { name: X, script: b }"),
      chat("{ name: b, script: b }"),
    ],
  },
  "conflicting-keys": {
    bad: [
      request('url: "http://example.org", method: POST, data: { a: 1 }, form: ▸{ a: 1 }'),
      "settings: { targetActionId: a, sqlConnections: { db: { connection: 'sqlite://x.db' } } }\n---\nactionId: a\nsql: { connectionName: db, query: select 1, queries: ▸[{ query: select 1 }], timeout: 1s }\n",
      "actionId: a\nchat: { model: m, prompt: p, timeout: 1m, jsonSchema: ▸{ type: object }, jsonResponse: false }\n",
    ],
    good: [
      request('url: "http://example.org", method: POST, data: { a: 1 }'),
      "actionId: a\npython: { script: print(1), timeout: 1s }\n",
      "actionId: a\nchat: { model: m, prompt: p, timeout: 1m, jsonSchema: { type: object }, jsonResponse: true }\n",
    ],
  },
  "unused-setting": {
    bad: [
      "actionId: a\nexec: { command: ls }\nonError: ▸{ action: continue, maxRetries: 3 }\n",
      "actionId: a\nexec: { command: ls }\nonError: ▸{ action: fail, fallback: x }\n",
      "actionId: a\nexec: { command: ls }\nonError: ▸{ action: continue, retryDelay: 1s, fallback: x }\n",
    ],
    good: [
      "actionId: a\nexec: { command: ls }\nonError: { action: continue, fallback: x }\n",
      "actionId: a\nexec: { command: ls }\nonError: { action: retry, maxRetries: 3, retryDelay: 1s }\n",
      "actionId: a\nexec: { command: ls }\n",
    ],
  },
} as const satisfies Record<string, Twin>;
