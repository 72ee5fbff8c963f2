import { inCommand, type Twin } from "../../support/twin.ts";

const response = (expression: string) => `actionId: a\napiResponse:\n  response: "{{ ${expression} }}"\n`;

export const twin: Twin = {
  bad: [
    response("▸10 % 0"),
    response("▸[1, 2, 3][5]"),
    response("1 + ▸int('abc')"),
    response("▸date('2026-13-45').Year()"),
    response("▸duration('0')"),
    response("▸fromJSON('{a: 1}')"),
    response("▸timezone('Europe/Berln')"),
    response("get('x') ?? ▸int('abc')"),
    response("get('x') == 1 ? ▸[1][2] : 3"),
    inCommand("▸fromBase64('%')"),
  ],
  good: [
    response("10 % 3"),
    response("[1, 2, 3][-1]"),
    response("int('12') + float('1e3')"),
    response("date('2026-12-31').Year()"),
    response("10 % get('n', 3)"),
    response("[1, 2, 3][get('n', 3)]"),
    response("{a: 1}.b"),
  ],
};
