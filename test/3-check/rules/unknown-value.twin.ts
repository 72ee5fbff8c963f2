import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ls }\nonError: { action: ▸ignore }\n",
    "kind: ▸Resourse\nactionId: a\nexec: { command: ls }\n",
    "settings: { targetActionId: a, timeout: 1m, inputs: { n: { type: ▸interger } } }\n---\nactionId: a\nexec: { command: ls }\n",
    "actionId: a\nchat: { model: m, prompt: p, role: ▸usr }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls }\nonError: { action: continue }\n",
    "kind: Resource\nactionId: a\nexec: { command: ls }\n",
    "settings: { targetActionId: a, timeout: 1m, inputs: { n: { type: integer } } }\n---\nactionId: a\nexec: { command: \"echo {{ get('n') }}\" }\n",
  ],
};
