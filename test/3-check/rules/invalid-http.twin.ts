import type { Twin } from "../../support/twin.ts";

const request = (rest: string) => `actionId: a\nhttpClient: { timeout: 1s, ${rest} }\n`;

export const twin: Twin = {
  bad: [
    "actionId: a\napiResponse: { statusCode: ▸99, response: x }\n",
    "actionId: a\napiResponse: { headers: { ▸Connection: close }, response: x }\n",
    request('url: "http://example.org", method: ▸GTE'),
    request('url: "http://example.org", method: ▸FETCH'),
    request('url: "http://example.org", headers: { A: b, ▸X A: b }'),
    request('url: "http://example.org", headers: { X-A: ▸"a\\nb" }'),
  ],
  good: [
    "actionId: a\napiResponse: { statusCode: 599, response: x }\n",
    "actionId: a\napiResponse: { headers: { X-A: close }, response: x }\n",
    request('url: "http://example.org", method: PURGE'),
  ],
};
