import { inCommand, type Twin } from "../../support/twin.ts";

const response = (expression: string) => `actionId: a\napiResponse:\n  response: "{{ ${expression} }}"\n`;

export const twin: Twin = {
  bad: [
    response("▸10 % 0"),
    response("▸int(get('x')) % 0"),
    response("▸[1, 2, 3][5]"),
    response("▸join([1, 2], ',')"),
    response("▸repeat('a', -1)"),
    response("▸first([]).a"),
    response("▸{a: {b: 1}}.x.y"),
    response("▸reduce([], #acc + #)"),
    response("▸sum(['a'])"),
    response("▸1..100000000 | len()"),
    response("1 + ▸int('abc')"),
    response("▸date('2026-13-45').Year()"),
    response("▸duration('5 minutes')"),
    response("▸fromJSON('{a: 1}')"),
    response("▸timezone('Europe/Berln')"),
    response("get('x') ?? ▸int('abc')"),
    response("get('x') == 1 ? ▸[1][2] : 3"),
    inCommand("▸fromBase64('%')"),
    "actionId: a\nexec: { command: ls, timeout: ▸0s }\n",
    "settings: { targetActionId: a, timeout: ▸0m0s }\n---\nactionId: a\nexec: { command: ls }\n",
  ],
  good: [
    "actionId: a\nexec: { command: ls, timeout: 1ms }\nonError: { action: retry, retryDelay: 0s }\n",
    response("join(['a'], ',') + repeat('a', 2)"),
    response("{a: {b: 1}}.x?.y"),
    response("{a: {b: 1}}.a.b % 1"),
    response("reduce([1], #acc + #) + reduce([], #acc + #, 0)"),
    response("sum([1, 2]) + len(1..3)"),
    response("get('x') / 0"),
    response("10 % 3"),
    response("[1, 2, 3][-1]"),
    response("int('12') + float('1e3')"),
    response("date('2026-12-31').Year()"),
    response("10 % get('n', 3)"),
    response("[1, 2, 3][get('n', 3)]"),
    response("{a: 1}.b"),
  ],
};
