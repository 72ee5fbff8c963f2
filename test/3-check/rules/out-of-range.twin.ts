import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "settings: { targetActionId: a, timeout: 1m, concurrency: ▸0 }\n---\nactionId: a\nexec: { command: ls }\n",
    "actionId: a\nchat: { model: m, prompt: p, temperature: ▸3 }\n",
    "actionId: a\nexec: { command: ls, maxOutputBytes: ▸0 }\n",
    "settings: { targetActionId: a, apiServer: { portNum: ▸70000, routes: [{ path: /a }] } }\n---\nactionId: a\nexec: { command: ls }\n",
  ],
  good: [
    "settings: { targetActionId: a, timeout: 1m, concurrency: 1 }\n---\nactionId: a\nexec: { command: ls }\n",
    "actionId: a\nchat: { model: m, prompt: p, temperature: 2 }\n",
    "actionId: a\nexec: { command: ls, maxOutputBytes: 1 }\n",
  ],
};
