import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
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
};
