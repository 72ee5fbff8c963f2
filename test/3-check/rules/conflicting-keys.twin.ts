import type { Twin } from "../../support/twin.ts";

const request = (rest: string) => `actionId: a\nhttpClient: { timeout: 1s, ${rest} }\n`;

export const twin: Twin = {
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
};
