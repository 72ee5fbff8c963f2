import { describe, expect, it } from "vitest";
import { splitTemplate } from "../../compiler/2-parse/template.ts";

describe("splitTemplate", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["plain", ["text plain"]],
    ["{ a } }}", ["text { a } }}"]],
    ["{{a}}", ["expression a"]],
    ["{{ a }}", ["expression  a "]],
    ["{{}}", ["expression "]],
    ["{{ }}", ["expression  "]],
    ["x {{ a }} y {{ b }} z", ["text x ", "expression  a ", "text  y ", "expression  b ", "text  z"]],
    ["{{a}}{{b}}", ["expression a", "expression b"]],
    ["{{a}}\n", ["expression a", "text \n"]],
    // strings
    ["{{ 'a}}b' }}", ["expression  'a}}b' "]],
    ['{{ "a}}b" }}', ['expression  "a}}b" ']],
    ["{{ `a}}\nb` }}", ["expression  `a}}\nb` "]],
    [String.raw`{{ 'a\'}}' }}`, [String.raw`expression  'a\'}}' `]],
    [String.raw`{{ "\"}}\\" }}`, [String.raw`expression  "\"}}\\" `]],
    ["{{ `\\` }}", ["expression  `\\` "]],
    ["{{ `a``}}` }}", ["expression  `a``}}` "]],
    ["{{ '{{' }} b", ["expression  '{{' ", "text  b"]],
    ["{{ a in'}}' }}", ["expression  a in'}}' "]],
    // braces
    ["{{ {a: {b: 1}} }}", ["expression  {a: {b: 1}} "]],
    ["{{{a: 1}}}", ["expression {a: 1}"]],
    ["{{ map(a, {{b: #}}) }}!", ["expression  map(a, {{b: #}}) ", "text !"]],
    // broken: the first }} ends it
    ["{{ don't }}", ["expression  don't "]],
    ["{{ don't }} and {{ can't }}", ["expression  don't ", "text  and ", "expression  can't "]],
    ["{{ 'a }} b", ["expression  'a ", "text  b"]],
    ["{{ 'a }}\n{{ b' }}", ["expression  'a ", "text \n", "expression  b' "]],
    ["{{ `a }} b", ["expression  `a ", "text  b"]],
    ["{{ {a: 1 }} b {{ c }}", ["expression  {a: 1 ", "text  b ", "expression  c "]],
    ["{{ a } }} b {{ c }}", ["expression  a } ", "text  b ", "expression  c "]],
    ["{{ a {{ b }}", ["expression  a {{ b "]],
    // unterminated
    ["a {{ b", ["text a ", "unterminated {{ b"]],
    ["{{", ["unterminated {{"]],
    ["{{ a }} {{ b }", ["expression  a ", "text  ", "unterminated {{ b }"]],
    ["{{ '}} ", ["expression  '", "text  "]],
  ])("%j", (text, expected) => {
    const pieces = splitTemplate(text);
    expect(pieces.map((piece) => `${piece.kind} ${text.slice(piece.start, piece.end)}`)).toEqual(expected);
    for (const piece of pieces) {
      if (piece.kind === "text") expect(piece.value).toBe(text.slice(piece.start, piece.end));
      if (piece.kind === "expression") expect(piece.text).toBe(text.slice(piece.start, piece.end));
    }
  });

  it.each([
    "{{",
    "{{ ",
    "{",
    "}}",
    "{{'",
    "{{ {{{ }}",
    "{{ \\' }}",
    "{{ ' }}",
    "{{ {{ }} '",
    '{{ ( " \\" }}',
    "{{ ` }} \\` ",
    "{{ } }}",
  ])("takes linear time for a megabyte of %j", (unit) => {
    const text = unit.repeat(Math.ceil(2 ** 20 / unit.length));
    const started = performance.now();
    const pieces = splitTemplate(text);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(pieces.at(-1)?.end).toBeGreaterThan(text.length - unit.length - 1);
  });
});
