import type { Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

export const twin: Twin = {
  bad: [check("▸1 == 1"), check("▸true"), check("▸1 > 2"), check("▸false"), check("type(get('x')) == ▸'strng'")],
  good: [
    check("get('x') == 1"),
    check("get('x') in ['a']"),
    check("env('CI') == 'true'"),
    check("len(get('x')) > 1"),
    check("type(get('x')) == 'time.Time'"),
  ],
};
