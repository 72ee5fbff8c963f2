import { describe, expect, test } from "vitest";
import { compileExpression } from "../../compiler/compile-expression.ts";
import { scope } from "./evaluate.ts";

/** The findings in an expression, a line each: `column code: message`. */
function findings(text: string): readonly string[] {
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "script") return [];
  return compiled.diagnostics.map(({ code, message, span }) => `${span.start + 1} ${code}: ${message}`);
}

describe("members, slices and nil arguments that cannot work", () => {
  test.each([
    ['array["a"]', "7 type-mismatch: an array is indexed by an int, found string"],
    ["array[0.5]", "7 type-mismatch: an array is indexed by an int, found float"],
    ["array.length", '7 unknown-field: an array<any> has no field "length"'],
    ["foo[1]", "5 type-mismatch: the keys of a map are strings, found int"],
    ["foo[nil]", "5 type-mismatch: the keys of a map are strings, found nil"],
    ["i.x", '3 unknown-field: an int has no field "x"'],
    ["ok[0]", '4 unknown-field: a bool has no field "0"'],
    ["str.x", '5 unknown-field: a string has no field "x"'],
    ["str[true]", '5 unknown-field: a string has no field "true"'],
    ['array["a":]', "7 type-mismatch: the bounds of a slice are ints, found string"],
    ["array[0.5:1]", "7 type-mismatch: the bounds of a slice are ints, found float"],
    ["foo[1:2]", "1 type-mismatch: only arrays and strings have slices, found map"],
    ["i[:1]", "1 type-mismatch: only arrays and strings have slices, found int"],
    ["upper(nil)", '7 wrong-arguments: upper takes string as "text", found nil'],
    ["filter(nil, true)", '8 wrong-arguments: filter takes array as "array", found nil'],
  ])("%s", (text, expected) => {
    expect(findings(text)).toEqual([expected]);
  });

  test.each([
    "array[i]",
    "array[-1]",
    "foo.Bar",
    'foo["Bar"]',
    "foo.Other",
    "str[0]",
    "str[1:]",
    "array[:i]",
    "list[0].Bar",
    "(ok ? foo : array)[0]",
  ])("%s can", (text) => {
    expect(findings(text)).toEqual([]);
  });
});
