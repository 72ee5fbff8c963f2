import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "apiVersion: ▸flowc/v2\nactionId: a\nexec: { command: ls }\n",
    "apiVersion: ▸v1\nactionId: a\nexec: { command: ls }\n",
    "apiVersion: ▸flowc/v1beta1\nsettings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
  ],
  good: [
    "apiVersion: flowc/v1\nactionId: a\nexec: { command: ls }\n",
    "apiVersion: example.com/flows/v1\nactionId: a\nexec: { command: ls }\n",
    "actionId: a\nexec: { command: ls }\n",
  ],
};
