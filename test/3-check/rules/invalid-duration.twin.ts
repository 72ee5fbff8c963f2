import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ls, timeout: ▸10 }\n",
    "actionId: a\nexec: { command: ls, timeout: ▸10 minutes }\n",
    "settings: { targetActionId: a, timeout: ▸1d }\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n",
    "settings: { targetActionId: a, timeout: ▸soon }\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls, timeout: 10s }\n",
    "actionId: a\nexec: { command: ls, timeout: 1m30s }\n",
    "actionId: a\nexec: { command: ls, timeout: 500ms }\n",
  ],
};
