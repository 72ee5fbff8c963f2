import type { Twin } from "../../support/twin.ts";

export const twin: Twin = {
  bad: [
    "actionId: a\nexec:\n  command: echo ▸{{ 1 + 1\n",
    'actionId: a\nexec:\n  command: "▸{{ 1 }"\n',
    "actionId: a\nexec:\n  command: echo {{ 1 }} ▸{{ 2 and on\n",
  ],
  good: [
    "actionId: a\nexec:\n  command: echo {{ 1 + 1 }}\n",
    "actionId: a\nexec:\n  command: echo {{ len('}}') }}\n",
    "actionId: a\nexec:\n  command: echo { { }\n",
  ],
};
