import type { Twin } from "../../support/twin.ts";

const memory = (inputs: string) => `actionId: a\ncomponent: { name: memory, with: { ${inputs} } }\n`;

export const twin: Twin = {
  bad: [
    "actionId: a\ncomponent: { name: ▸memori, with: { key: k } }\n",
    "actionId: a\ncomponent: { name: ▸greet }\n",
    "actionId: a\ncomponent: { name: ▸Memory, with: { action: retrieve, key: k } }\n",
  ],
  good: [
    memory("action: retrieve, key: k"),
    memory("key: k, value: v"),
    memory("key: k, value: \"{{ get('v') }}\", dbPath: ./x.db"),
  ],
};
