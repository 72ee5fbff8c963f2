import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec: { command: ▸'ls }\n",
    "actionId: a\nexec:\n  command: ▸{{ get('x') }}\n",
    "actionId: a\nexec: { command: ls }\nrequires: ▸[a\n",
    "actionId: a\nname: ▸a: b: c\nexec: { command: ls }\n",
  ],
  good: [
    "actionId: a\nexec: { command: 'ls' }\n",
    "actionId: a\nexec:\n  command: \"{{ get('x') }}\"\n",
    "actionId: a\nname: 'a: b: c'\nexec: { command: ls }\n",
    "actionId: a\nexec:\n  command: >-\n    ls\n    -l\n",
  ],
};
