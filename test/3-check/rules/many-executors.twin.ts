import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ls }\n▸python: { script: print(1) }\n",
    "actionId: a\nrun: { exec: { command: ls } }\n▸httpClient: { url: https://example.com }\n",
    "actionId: a\nhttpClient: { url: https://example.com }\n▸chat: { model: m, prompt: p }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls }\napiResponse: { success: true }\n",
    "actionId: a\nrun: { exec: { command: ls } }\nbefore: [\"set('x', 1)\"]\n",
    "actionId: b\npython: { script: print(1) }\n---\nactionId: a\nrequires: [b]\nexec: { command: ls }\n",
  ],
};
