import type { Twin } from "../../support/twin.ts";

const environment = (value: string) => `actionId: a\nexec: { command: ls, env: { V: ${value} } }\n`;

export const twin: Twin = {
  bad: [
    environment("▸1.10"),
    environment("▸010"),
    environment("▸1e3"),
    environment("▸0x1F"),
    environment("▸.5"),
    "actionId: a\nexec: { command: ls, args: [-v, ▸1.0] }\n",
    "settings: { targetActionId: a, timeout: 1m, agentSettings: { env: { V: ▸2.0 } } }\n---\nactionId: a\nexec: { command: ls }\n",
    "actionId: a\nhttpClient: { url: 'https://example.org', headers: { X-Version: ▸1.10 } }\n",
  ],
  good: [
    environment("1.1"),
    environment("'1.10'"),
    environment("10"),
    environment("-3"),
    environment("true"),
    "actionId: a\nhttpClient: { method: POST, url: 'https://example.org', data: { version: 1.10 } }\n",
  ],
};
