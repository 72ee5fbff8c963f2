import type { Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

export const twin: Twin = {
  bad: [check("get('x') matches '^▸(a'"), check("get('x') matches '▸(?=a)'"), check("get('x') matches '[▸z-a]'")],
  good: [
    check("get('x') matches '^(a)$'"),
    check("get('x') matches '(?i)^a$'"),
    check("get('x') matches '^[[:alpha:]]+$'"),
  ],
};
