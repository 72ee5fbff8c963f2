import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ls }\n---\nactionId: ▸a\nexec: { command: pwd }\n",
    "metadata: { actionId: a }\nexec: { command: ls }\n---\nactionId: ▸a\nexec: { command: ls }\n",
    "settings: { targetActionId: a, timeout: 1m }\nresources:\n  - actionId: a\n    exec: { command: ls }\n  - actionId: ▸a\n    exec: { command: ls }\n",
  ],
  good: [
    "actionId: b\nexec: { command: ls }\n---\nactionId: a\nrequires: [b]\nexec: { command: ls }\n",
    "actionId: A\nexec: { command: ls }\n---\nactionId: a\nrequires: [A]\nexec: { command: ls }\n",
    "metadata: { actionId: a }\nactionId: a\nexec: { command: ls }\n",
  ],
};
