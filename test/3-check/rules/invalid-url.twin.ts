import type { Twin } from "../../support/twin.ts";

const request = (rest: string) => `actionId: a\nhttpClient: { timeout: 1s, ${rest} }\n`;

export const twin: Twin = {
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
};
