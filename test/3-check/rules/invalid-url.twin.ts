import type { Twin } from "../../support/twin.ts";

const request = (rest: string) => `actionId: a\nhttpClient: { timeout: 1s, ${rest} }\n`;

export const twin: Twin = {
  bad: [
    request("url: ▸example.org"),
    request('url: ▸"ftp://example.org/x"'),
    request("url: ▸\"https//example.org/{{ env('A') }}\""),
    request("url: ▸\"https:/example.org/{{ env('A') }}\""),
    request("url: ▸\"https:///{{ env('A') }}\""),
    "settings: { targetActionId: a, sqlConnections: { db: { connection: ▸'oracle://x' } } }\n---\nactionId: a\nsql: { connectionName: db, query: select 1, timeout: 1s }\n",
  ],
  good: [
    request('url: "http://example.org"'),
    request("url: \"{{ get('base') }}/items\""),
    request("url: \"https:{{ env('A') }}\""),
    request("url: \"http{{ env('A') }}\""),
    request("url: \"https://{{ env('A') }}\""),
    "settings: { targetActionId: a, sqlConnections: { db: { connection: 'sqlite://x.db' } } }\n---\nactionId: a\nsql: { connectionName: db, query: select 1, timeout: 1s }\n",
  ],
};
