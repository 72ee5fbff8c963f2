import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml } from "../../../compiler/1-load/read-yaml.ts";
import type { MapNode } from "../../../compiler/nouns/node.ts";
import { nodeEdits } from "../../../compiler/testing/update/node-edits.ts";

// The text of a map with `before` under `x`, after `x` has become `data`; whatever is written is read again.

function edited(before: string, data: unknown): string {
  const text = before;
  const report = (code: string, _span: unknown, message: string): void => expect.fail(`${code}: ${message}`);
  const [document] = readYaml({ path: "a", name: "a", text }, report).documents;
  const map = document as MapNode;
  const node = map.entries.find(({ key }) => key === "x")?.value ?? expect.fail("no x");
  const edits = nodeEdits(node, data, map, "PLAIN");
  const backwards = edits.toSorted((a, b) => b.span.start - a.span.start || b.span.end - a.span.end);
  const after = backwards.reduce(
    (all, { span: at, text: by }) => all.slice(0, at.start) + by + all.slice(at.end),
    text,
  );
  expect(parse(after).x).toEqual(data);
  return after;
}

describe("a scalar", () => {
  test.each([
    ["x: 1 # one\ny: 2\n", 3, "x: 3 # one\ny: 2\n"],
    ["x: 'a'\n", "it's", "x: 'it''s'\n"],
    ['x: "a"\n', "b", 'x: "b"\n'],
    ["x: a\n", "b", "x: b\n"],
    ["x: a\n", "yes", 'x: "yes"\n'],
    ["x: a\n", "3", 'x: "3"\n'],
    ["{ x: a, y: b }", "c, d", '{ x: "c, d", y: b }'],
    ["x: a\n", "one\ntwo", 'x: "one\\ntwo"\n'],
    ["x:\ny: 1\n", 3, "x: 3\ny: 1\n"],
    ["x: |\n  a\n  b\ny: 1\n", "a\nc\n", "x: |\n  a\n  c\ny: 1\n"],
    ["x: a # why\n", { b: [1, "c"] }, "x: { b: [1, c] } # why\n"],
    ["x: a\n", null, "x: null\n"],
  ])("%j becomes %j", (before, data, after) => {
    expect(edited(before, data)).toBe(after);
  });

  test("becomes lines where one would be long", () => {
    const long = "a".repeat(60);
    expect(edited("x: a\n", { b: long, c: [long] })).toBe(`x:\n  b: ${long}\n  c:\n    - ${long}\n`);
  });
});

describe("a map", () => {
  test.each([
    ["{ x: { a: 1,  b: 'c' } }", { a: 2, b: "c" }, "{ x: { a: 2,  b: 'c' } }"],
    ["x: {a: 1, b: 2, c: 3}\n", { a: 1, c: 3 }, "x: {a: 1, c: 3}\n"],
    ["x: {a: 1, b: 2, c: 3}\n", { a: 1 }, "x: {a: 1}\n"],
    ["x: {a: 1, b: 2, c: 3}\n", { c: 3 }, "x: {c: 3}\n"],
    ["x: { a: 1 }\n", { a: 1, b: "x y" }, "x: { a: 1, b: x y }\n"],
    ["x: { a: 1 }\n", {}, "x: {}\n"],
    ["x: {}\n", { a: [] }, "x: { a: [] }\n"],
    ["x: { a: 1 }\n", { b: 2 }, "x: { b: 2 }\n"],
    [
      "x:\n  # one\n  a: 1 # 1\n\n  b: 2\ny: 1\n",
      { a: 3, b: 2, c: { d: 4 } },
      "x:\n  # one\n  a: 3 # 1\n\n  b: 2\n  c: { d: 4 }\ny: 1\n",
    ],
    ["x:\n  a: 1\n  b:\n    c: 2\n  d: 3\n# end\ny: 1\n", { a: 1, d: 3 }, "x:\n  a: 1\n  d: 3\n# end\ny: 1\n"],
    ["x:\n  a: 1\n  b: 2\ny: 1\n", { b: 2 }, "x:\n  b: 2\ny: 1\n"],
    ["x:\n  a: 1\n  b: 2", { a: 1, c: 2 }, "x:\n  a: 1\n  c: 2\n"],
    ["x:\n  a: 1\n  b: 2\ny: 1\n", 5, "x: 5\ny: 1\n"],
    ["x:\n  a: 1\ny: 1\n", { b: { c: 2 } }, "x:\n  b:\n    c: 2\ny: 1\n"],
    ["x:\n- a\ny: 1\n", { b: 2 }, "x:\n  b: 2\ny: 1\n"],
    ["x:\n  a:\ny: 1\n", { a: 2 }, "x:\n  a: 2\ny: 1\n"],
  ])("%j becomes %j", (before, data, after) => {
    expect(edited(before, data)).toBe(after);
  });

  test("leaves what an alias or a merge stands for as it is", () => {
    expect(edited("base: &b { a: 1 }\nx: { <<: *b, c: 2 }\n", { a: 5, c: 2 })).toBe(
      "base: &b { a: 1 }\nx: { a: 5, c: 2 }\n",
    );
    expect(edited("base: &b { a: 1 }\nx:\n  z: *b\n", { z: { a: 2 } })).toBe("base: &b { a: 1 }\nx:\n  z:\n    a: 2\n");
  });
});

describe("a list", () => {
  test.each([
    ["x: [a, 'b' ]\n", ["a", "c"], "x: [a, 'c' ]\n"],
    ["x: [a, b, c]\n", ["a"], "x: [a]\n"],
    ["x: [a]\n", ["a", { b: 1 }], "x: [a, { b: 1 }]\n"],
    ["x: [a]\n", [], "x: []\n"],
    ["x:\n  - a # first\n  - b: 1\n    c: 2\ny: 1\n", ["a", { c: 2 }], "x:\n  - a # first\n  - c: 2\ny: 1\n"],
    ["x:\n  - a\n  - b\n  # after\ny: 1\n", ["a"], "x:\n  - a\n  # after\ny: 1\n"],
    ["x:\n- a\ny: 1\n", ["a", "b", [1]], "x:\n- a\n- b\n- [1]\ny: 1\n"],
    ["x:\n  - - a\n    - b\n", [["a"]], "x:\n  - - a\n"],
  ])("%j becomes %j", (before, data, after) => {
    expect(edited(before, data)).toBe(after);
  });
});
