import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "▸settings: { timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    "▸settings: { timeout: 1m }\nresources: [{ actionId: a, exec: { command: ls } }]\n",
    "▸metadata: { name: x }\nsettings: {}\n---\nactionId: a\nexec: { command: ls, timeout: 1s }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls }\n",
    "metadata: { targetActionId: a }\nsettings: { timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    "settings: { targetActionId: a, timeout: 1m }\nresources: [{ actionId: a, exec: { command: ls } }]\n",
  ],
};
