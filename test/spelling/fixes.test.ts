import { describe, expect, test } from "vitest";
import { applyFixes } from "../../compiler/cli/check/apply-fixes.ts";
import { type DiagnosticExtras, diagnostic, type Fix } from "../../compiler/nouns/diagnostic.ts";
import { type Source, span } from "../../compiler/nouns/source.ts";
import { guess, renaming, spelling } from "../../compiler/spelling/fixes.ts";
import type { Vocabulary } from "../../compiler/spelling/slip.ts";

const sourceOf = (text: string): Source => ({ path: "w.yaml", name: "w.yaml", text });

/** The text after these fixes, in this order; undefined where none could be made. */
function applied(source: Source, ...fixes: readonly (Fix | undefined)[]): string | undefined {
  const found = fixes.map((fix, index) => diagnostic("schema", span(source, index, index), "", { fix }));
  return applyFixes(found, [source]).texts.get(source);
}

/** Where `part` stands in the text. */
function at(source: Source, part: string) {
  const start = source.text.indexOf(part);
  return span(source, start, start + part.length);
}

describe("renaming", () => {
  test.each([
    ["a: frist", "frist", "a: first"],
    ["a: 'frist'", "'frist'", "a: 'first'"],
    ['a: "frist"', '"frist"', 'a: "first"'],
    ["a: `frist`", "`frist`", "a: `first`"],
  ])("%s", (text, part, expected) => {
    const source = sourceOf(text);
    expect(applied(source, renaming("frist", ["first", "other"], at(source, part)))).toBe(expected);
  });

  test.each([
    ["an escape", 'a: "f\\x72ist"', "frist", ["first"]],
    ["another text, behind an alias", "a: *alias", "frist", ["first"]],
    ["two names as near", "step3", "step3", ["step1", "step2"]],
    ["no name near", "something", "something", ["first"]],
    ["a name that YAML reads as a bool", "tru", "tru", ["true"]],
    ["a name that would need quotes", "strange nam", "strange nam", ["strange name"]],
  ])("not where there is %s", (_why, text, name, known) => {
    const source = sourceOf(text);
    expect(renaming(name, known, span(source, 0, text.length))).toBeUndefined();
  });

  test("the nearest name is reported even where it is not written", () => {
    const source = sourceOf("step3");
    const extras = spelling("step3", ["step1", "step2"], at(source, "step3"));
    expect(extras).toEqual({ help: 'did you mean "step1"?' });
  });
});

describe("spelling and guess", () => {
  const of = (extras: DiagnosticExtras) => [extras.fix?.message, extras.suggestion?.message];
  const changed = (name: string, known: readonly string[], vocabulary: Vocabulary) =>
    of(spelling(name, known, at(sourceOf(name), name), vocabulary));

  test("fix what is certainly a slip, and suggest the rest", () => {
    expect(changed("frist", ["first"], "named")).toEqual(['write "first" for "frist"', undefined]);
    expect(changed("order", ["orders"], "named")).toEqual([undefined, 'write "orders" for "order"']);
    expect(changed("order", ["orders"], "fixed")).toEqual(['write "orders" for "order"', undefined]);
  });

  test("make no change where another name is near", () => {
    expect(changed("reprots", ["reports", "report"], "fixed")).toEqual([undefined, undefined]);
  });

  test("a guess is never more than a suggestion", () => {
    expect(of(guess("frist", ["first"], at(sourceOf("frist"), "frist")))).toEqual([
      undefined,
      'write "first" for "frist"',
    ]);
    expect(guess("other", ["first"], at(sourceOf("other"), "other"))).toEqual({});
  });
});

describe("applyFixes", () => {
  const source = sourceOf("abcdef");
  const replace = (start: number, end: number, text: string): Fix => ({
    message: "",
    edits: [{ span: span(source, start, end), text }],
  });

  test("several at once", () => {
    expect(applied(source, replace(4, 5, "EE"), replace(0, 1, ""), replace(2, 2, "-"))).toBe("b-cdEEf");
  });

  test("of two that touch the first, and all edits of a fix or none", () => {
    const both: Fix = { message: "", edits: [...replace(0, 1, "X").edits, ...replace(4, 5, "Y").edits] };
    expect(applied(source, replace(3, 5, "-"), both)).toBe("abc-f");
    expect(applied(source, replace(2, 2, "1"), replace(2, 2, "2"))).toBe("ab1cdef");
  });

  test("nothing in other files", () => {
    const other = sourceOf("abc");
    const fix: Fix = { message: "", edits: [...replace(0, 1, "X").edits, { span: span(other, 0, 1), text: "X" }] };
    expect(applied(source, fix)).toBeUndefined();
  });
});
