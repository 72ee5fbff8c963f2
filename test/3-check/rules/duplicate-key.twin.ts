import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nbefore: \"set('x', {a: 1, ▸a: 2})\"\nexec: { command: \"echo {{ get('x').a }}\" }\n",
    "actionId: a\nexec: { command: ls, ▸command: pwd }\n",
    "actionId: a\nname: x\nexec: { command: ls }\n▸name: x\n",
    "actionId: a\nexec:\n  command: ls\n  env:\n    A: 1\n    ▸A: 2\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls, env: { command: x } }\n",
    "actionId: a\nexec: { command: ls, env: { A: 1, a: 2 } }\n",
    "actionId: b\nexec: &x { command: ls }\n---\nactionId: a\nrequires: [b]\nexec: { command: pwd }\n",
  ],
};
