import type { Twin } from "../../support/twin.ts";

const check = (condition: string) => `actionId: a\nvalidations:\n  check:\n    - ${condition}\nexec: { command: ls }\n`;

const inputs = `metadata: { name: case }
settings: { targetActionId: a, timeout: 1m, inputs: { n: { type: integer, required: true }, d: { type: string, default: x }, o: { type: string } } }
---
`;
const declared = (condition: string) => `${inputs}${check(condition)}`;
const answer = (expression: string) => `${inputs}actionId: a\napiResponse: { response: "{{ ${expression} }}" }\n`;

export const twin: Twin = {
  bad: [
    declared("▸get('n') > 5 && get('n') < 3"),
    declared("▸get('n') >= 5 and get('n') < 5"),
    declared("▸3 < get('n') && 2 > get('n')"),
    declared("▸get('n') > 5 || get('n') < 7"),
    declared("▸get('n') == 3 && get('n') > 5"),
    declared("▸get('d') in ['a', 'b'] && get('d') == 'c'"),
    declared("▸get('d') != 'a' or get('d') == 'a'"),
    declared("▸get('d') == 'a' and get('d') not in ['a', 'b']"),
    declared("▸get('d') in []"),
    declared("▸len(get('d')) < 0"),
    declared("▸len(get('d')) >= 0"),
    declared("▸len(get('d')) == -1"),
    declared("▸indexOf(get('d'), 'x') < -1"),
    declared("▸get('n') % 2 == 2"),
    declared("lower(get('d')) == ▸'ABC'"),
    declared("upper(get('d')) in ['A', ▸'b']"),
    declared("lower(get('d')) startsWith ▸'A'"),
    declared("upper(get('d')) contains ▸'x 1'"),
    declared("trim(get('d')) == ▸' a'"),
    declared("info('method') == ▸'get'"),
    answer("get('n') ?? ▸3"),
    answer("get('d', ▸'y')"),
    answer("upper(get('d')) ?? ▸''"),
    check("▸1 == 1"),
    check("▸true"),
    check("▸1 > 2"),
    check("▸false"),
    check("type(get('x')) == ▸'strng'"),
  ],
  good: [
    declared("get('n') > 3 && get('n') < 5"),
    declared("get('n') >= 5 and get('n') <= 5"),
    declared("get('n') > 5 || get('n') < 3"),
    declared("get('n') > 5 && len(get('d')) < 3"),
    declared("get('d') in ['a', 'b'] && get('d') != 'a'"),
    declared("get('d') == 'a' or get('d') == 'b'"),
    declared("len(get('d')) > 0"),
    declared("len(get('d')) != 0"),
    declared("indexOf(get('d'), 'x') >= 0"),
    declared("get('n') % 2 == 1"),
    declared("get('n') % 2 == -1"),
    declared("lower(get('d')) == 'abc'"),
    declared("lower(get('d')) == 'straße 1'"),
    declared("upper(get('d')) startsWith 'A1'"),
    declared("trim(get('d'), 'x') == ' a'"),
    declared("get('d') == 'ABC'"),
    declared("trim(get('d')) endsWith ' b'"),
    declared("info('method') == 'GET'"),
    answer("get('o') ?? 'x'"),
    answer("get('o', 'x')"),
    answer("env('X') ?? 'x'"),
    answer("map([1], # ?? 3)"),
    check("get('x') == 1"),
    check("get('x') in ['a']"),
    check("env('CI') == 'true'"),
    check("len(get('x')) > 1"),
    check("type(get('x')) == 'time.Time'"),
  ],
};
