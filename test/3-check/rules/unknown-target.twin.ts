import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "settings: { targetActionId: ▸b, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    "settings: { targetActionId: ▸A, timeout: 1m }\n---\nactionId: a\nexec: { command: ls }\n",
    "metadata: { targetActionId: ▸buidl }\nsettings: { timeout: 1m }\n---\nactionId: build\nexec: { command: ls }\n",
  ],
  good: [
    "settings: { targetActionId: A, timeout: 1m }\n---\nactionId: A\nexec: { command: ls }\n",
    "metadata: { targetActionId: build }\nsettings: { timeout: 1m }\n---\nactionId: build\nexec: { command: ls }\n",
    "settings: { targetActionId: x.y-z, timeout: 1m }\n---\nactionId: x.y-z\nexec: { command: ls }\n",
  ],
};
