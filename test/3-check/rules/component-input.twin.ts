import type { Twin } from "../../support/twin.ts";

const memory = (inputs: string) => `actionId: a\ncomponent: { name: memory, with: { ${inputs} } }\n`;

export const twin: Twin = {
  bad: [
    memory("action: retrieve, ▸kye: k"),
    memory("action: ▸delete, key: k"),
    memory("action: retrieve, key: ▸[1]"),
    "actionId: a\n▸component: { name: memory, with: { action: retrieve } }\n",
  ],
  good: [
    memory("action: retrieve, key: k"),
    memory("action: \"{{ get('what') }}\", key: k, value: v"),
    memory("action: store, key: k, value: ''"),
  ],
};
