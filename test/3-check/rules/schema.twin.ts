import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ▸[ls] }\n",
    "actionId: a\nrequires: ▸3\nexec: { command: ls }\n",
    "actionId: a\nexec: { ▸timeout: 1s }\n",
    "actionId: a\npython: { script: x, strict: ▸'yes' }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls, args: ['-l', 3, true] }\n",
    "actionId: a\nrequires: []\nexec: { command: ls }\n",
    "actionId: a\npython: { script: x, strict: true, args: [1] }\n",
  ],
};
