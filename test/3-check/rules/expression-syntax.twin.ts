import { inCommand, type Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

export const twin: Twin = {
  bad: [inCommand("(1 + ▸) * 2"), inCommand("get('x'▸]"), check("1 ▸= 1"), check("len('a'▸"), inCommand("1 ▸=== 1")],
  good: [inCommand("1 + 1"), inCommand("[1, 2][0]"), check("get('n') == 1"), inCommand("{a: 1}.a")],
};
