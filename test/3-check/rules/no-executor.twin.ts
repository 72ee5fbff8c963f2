import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: ▸a\n",
    "actionId: ▸a\nname: only a name\nvalidations: { skip: [] }\n",
    "actionId: ▸a\nitems: [1, 2]\nafter: [\"set('x', 1)\"]\n",
  ],
  good: [
    "actionId: a\nafter: [\"set('x', 1)\"]\n",
    "actionId: a\napiResponse: { success: true }\n",
    "actionId: a\nvalidations: { check: [\"get('n') matches '^[0-9]+$'\"] }\n",
    "actionId: a\nitems: [1, 2]\nexec: { command: ls }\n",
  ],
};
