import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
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
};
