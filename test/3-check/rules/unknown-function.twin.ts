import { inCommand, type Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

export const twin: Twin = {
  bad: [inCommand("▸lenght('a')"), inCommand("▸nothing(1)"), check("▸Upper('a') == 'A'")],
  good: [inCommand("len('a')"), check("upper(get('x')) == 'A'"), inCommand("let f = 1; f")],
};
