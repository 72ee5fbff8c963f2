import { describe, expect, test } from "vitest";
import { readYaml } from "../../compiler/1-load/read-yaml.ts";
import { LineIndex } from "../../compiler/nouns/lines.ts";
import type { Node } from "../../compiler/nouns/node.ts";
import { checkText } from "../support/check-text.ts";

/** What a text is read as, and what is reported: `line:column-column message | help`. */
function read(text: string) {
  const lines = new LineIndex();
  const source = { path: "workflow.yaml", name: "workflow.yaml", text };
  const told: string[] = [];
  const { documents, broken } = readYaml(source, (code, span, message, extras) => {
    const { line, column } = lines.at(source, span.start);
    const end = column + span.end - span.start;
    told.push(
      `${line}:${column}-${end} ${message} | ${extras?.help ?? ""}${code === "yaml-syntax" ? "" : ` [${code}]`}`,
    );
  });
  return { values: documents.map(plain), told, broken };
}

function plain(node: Node): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

const cut = (at: string) => `without quotes YAML cuts this text at its ${at}`;

describe("a value that lacks its quotes is read as the text that was meant, and reported once", () => {
  test.each([
    ["a comma in a list", "[set('x', 1)]", "set('x', 1)", "comma"],
    ["a comma in a nested call", "[upper(get('x', 'a, b')), 2]", "upper(get('x', 'a, b'))", "comma"],
    ["a list in a call", "[set('x', [1, 2])]", "set('x', [1, 2])", "comma"],
    ["a map in a call", "[json({a: 1})]", "json({a: 1})", "bracket"],
    ["a ternary", "[get('x') ? 'a' : 'b']", "get('x') ? 'a' : 'b'", "colon"],
    ["a place in a list", "[get('n')?.[0]]", "get('n')?.[0]", "bracket"],
    ["a template behind text", "[hi {{ get('x', 1) }} there]", "hi {{ get('x', 1) }} there", "bracket"],
  ])("%s, in brackets", (_what, list, text, at) => {
    const column = 4 + list.indexOf(text);
    const told = [`1:${column}-${column + text.length} ${cut(at)} | quote it: "${text}"`];
    const first = read(`a: ${list}\nb: 1\n`);
    expect(first.told).toEqual(told);
    expect(first.broken).toBe(false);
    expect(first.values).toEqual([{ a: [text, ...(list.endsWith(", 2]") ? [2] : [])], b: 1 }]);
  });

  test.each([
    ["a: { b: get('x', 1), c: 2 }", { a: { b: "get('x', 1)", c: 2 } }, "comma", "1:9-20"],
    ["a: { b: json({ k: 1 }), c: 2 }", { a: { b: "json({ k: 1 })", c: 2 } }, "bracket", "1:9-23"],
    ["a: { b: x ? y : z, c: 2 }", { a: { b: "x ? y : z", c: 2 } }, "colon", "1:9-18"],
    ["a: get('x') ? 1 : 2 # why\nb: 1", { a: "get('x') ? 1 : 2", b: 1 }, "colon", "1:4-20"],
    ["a: json({ k: 1 })\nb: 1", { a: "json({ k: 1 })", b: 1 }, "colon", "1:4-18"],
    ["a:\n  - set('x', 'a: b')\n  - 2", { a: ["set('x', 'a: b')", 2] }, "colon", "2:5-21"],
    ["a:\n  - get('x') ? 1 : 2\nb: 1", { a: ["get('x') ? 1 : 2"], b: 1 }, "colon", "2:5-21"],
  ])("in maps and lines: %s", (text, value, at, place) => {
    const { told, values } = read(text);
    expect(told).toEqual([expect.stringContaining(`${place} ${cut(at)} | quote it: "`)]);
    expect(values).toEqual([value]);
  });

  test("in single quotes where the text has double ones", () => {
    expect(read("a: [get('n') matches \"^[a]\"]").told).toEqual([
      `1:5-28 ${cut("bracket")} | quote it: 'get(''n'') matches "^[a]"'`,
    ]);
  });

  test("several in one file, each once, with other mistakes behind them", () => {
    const text = "a: {{ x }} y\nb: [{{ p }}, {{ q }}, set('x', 1)]\nc: one: two\nd: 1\nd: 2\ne: ! x\n";
    const { told, values, broken } = read(text);
    expect(told).toEqual([
      expect.stringContaining("1:4-13 an unquoted {{ … }} is a map"),
      expect.stringContaining("2:5-12 an unquoted {{ … }} is a map"),
      expect.stringContaining("2:14-21 an unquoted {{ … }} is a map"),
      expect.stringContaining("2:23-34 without quotes"),
      expect.stringContaining("3:4-12 nested mappings"),
      expect.stringContaining('6:4-5 YAML reads this "!"'),
      expect.stringContaining("[duplicate-key]"),
    ]);
    expect(values).toEqual([
      { a: "{{ x }} y", b: ["{{ p }}", "{{ q }}", "set('x', 1)"], c: "one: two", d: 1, e: "! x" },
    ]);
    expect(broken).toBe(false);
  });

  test.each([
    "a: [., (, -name, x, )]",
    "a: what is ? this",
    "a: \"[set('x', 1)]\"",
    "a: |\n  - set('x', 1)\n  [set('x', 1)]\n  {{ x }}\n",
    "a: https://x.y/?a=b:c\nb: [a?b, http://x:1, f(x), say(a]",
    "a: [\n  f(1,\n  2)]",
    "? a\n: b",
    "a: don't (do\nb: it's)",
  ])("not what is not a mistake: %j", (text) => {
    expect(read(text).told).toEqual([]);
  });

  test("what lies deeper than the text is another mistake, of which the first is reported", () => {
    expect(read("a: x: 1\n  b: 2\nc: 1").told).toEqual([expect.stringMatching(/^1:4-5 nested mappings/)]);
  });

  test("takes linear time", () => {
    const started = performance.now();
    read(`a: [${"set('x', ".repeat(10_000)}]\n`);
    read(`a: [${'"\\'.repeat(10_000)}]\n`);
    read(Array.from({ length: 3000 }, (_, index) => `k${index}: {{ x }} y`).join("\n"));
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe("in a workflow", () => {
  const workflow = (line: string) => `settings:
  targetActionId: nowhere
  timeout: 1m
resources:
  - actionId: a
    ${line}
    requires: [b]
    exec: { command: ls }
`;

  test.each([
    "before: [set('x', 1)]",
    "before: set('x', get('y') == 2 ? 'a' : 'b')",
    "before:\n      - set('x', {a: 1})",
    "validations: { check: [{{ get('x') == 1 }}] }",
    "validations: { check: [get('x') == 1 ? true : false] }",
    "description: a: b",
    "timeout: {{ get('x') }} s",
  ])("hides no other mistake, and is one: %s", (line) => {
    const codes = checkText(workflow(line)).diagnostics.map(({ code }) => code);
    const stray = line.startsWith("timeout") ? ["unknown-key"] : [];
    expect(codes.toSorted()).toEqual(["unknown-dependency", ...stray, "unknown-target", "yaml-syntax"].toSorted());
  });

  test("where something else must stand nothing is said but the quotes", () => {
    const text = "settings: { targetActionId: a, timeout: {{ get('t') }}, concurrency: {{ get('c') }} }\n";
    const { diagnostics } = checkText(
      `${text}resources:\n  - { actionId: a, exec: { command: ls, timeout: {{ x }} } }\n`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["yaml-syntax", "yaml-syntax", "yaml-syntax"]);
  });
});
