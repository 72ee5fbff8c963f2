import { inCommand, type Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

export const twin: Twin = {
  bad: [inCommand("▸'a' - 1"), check("▸1 + 1"), inCommand("▸not 3"), inCommand("▸1 + 'a'")],
  good: [inCommand("3 - 1"), check("get('n') + 1 > 2"), inCommand("not true"), inCommand("'1' + 'a'")],
};
