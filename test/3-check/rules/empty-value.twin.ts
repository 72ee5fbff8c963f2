import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ▸'' }\n",
    "actionId: a\nchat: { model: ▸'', prompt: p }\n",
    "actionId: a\npython: { script: ▸'' }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls, args: [''] }\n",
    "actionId: a\nchat: { model: m, prompt: '' }\n",
    "actionId: a\npython: { script: ' ' }\n",
  ],
};
