import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataComment } from "../../compiler/4-emit/escape.ts";
import { print } from "../../compiler/4-emit/print.ts";
import {
  binary,
  type Code,
  coalesce,
  code,
  comment,
  type Expression,
  identifier,
  literal,
  member,
  object,
  quoted,
} from "../../compiler/nouns/typescript.ts";

// Whatever a user writes comes back as that text, and as nothing else.
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("`", "${x}", "\\", "*/", "//", "\u2028", "</script>", "__proto__", "\r\n"),
);

function evaluated(node: Expression | Code): unknown {
  return runInNewContext(print(node));
}

describe("user text in code", () => {
  test("as a string", () => {
    forAll(anyText, (text) => expect(evaluated(quoted(text))).toBe(text));
  });

  test("in a template", () => {
    forAll(anyText, (text) =>
      expect(evaluated({ kind: "template", parts: [text, literal(1), text] })).toBe(`${text}1${text}`),
    );
  });

  test("as a key, and in the access to it", () => {
    forAll(anyText, (text) => expect(evaluated(code`(${member(object([[text, literal(1)]]), text)})`)).toBe(1));
    forAll(anyText, (text) => {
      const known = object([[text, literal(1)]]);
      expect(evaluated(code`(${member(known, text, "?.")})`)).toBe(1);
    });
    forAll(anyText, (text) => expect(evaluated(code`Object.keys(${object([[text, literal(1)]])})[0]`)).toBe(text));
  });

  test("in plain data", () => {
    forAll(fc.jsonValue(), (data) =>
      expect(JSON.stringify(evaluated(code`(${literal(data)})`))).toBe(JSON.stringify(data)),
    );
  });

  test("in comments, which stay on one line", () => {
    forAll(anyText, (text) => expect(evaluated(code`1\n${comment(text)}\n+ 1`)).toBe(2));
    forAll(anyText, (text) => {
      const noted = object([["a", literal(1), text]], "lines");
      expect(JSON.stringify(evaluated(code`(${noted})`))).toBe('{"a":1}');
    });
  });

  test("dataComment stays on one line, and is read again", () => {
    forAll(anyText, (text) => {
      const line = dataComment("// data ", { [text]: [text] });
      expect(runInNewContext(`1\n${line}\n+ 1`)).toBe(2);
      expect(line).toMatch(/^[ -~]+$/);
      expect(JSON.parse(line.slice("// data ".length))).toEqual({ [text]: [text] });
    });
  });

  test("code and identifiers refuse bare strings", () => {
    const text = "process.exit()" as string;
    // @ts-expect-error: user text is not Code
    code`${text}`;
    // @ts-expect-error: nor does it become an identifier
    identifier`${text}`;
    // @ts-expect-error: nor an operator
    binary(literal(1), text, literal(2));
  });
});

describe("coalesce", () => {
  const [a, b] = [identifier`a`, identifier`b`];
  const nil = literal(null);

  test.each([
    [coalesce(a, b), "a ?? b"],
    [coalesce(coalesce(a, nil), b), "a ?? b"],
    [coalesce(a, coalesce(b, nil)), "a ?? b ?? null"],
    [coalesce(coalesce(coalesce(a, b), nil), nil), "a ?? b ?? null"],
    [coalesce(nil, a), "null ?? a"],
  ])("%#", (node, text) => {
    expect(print(node)).toBe(text);
  });
});

function forAll<Value>(values: fc.Arbitrary<Value>, check: (value: Value) => unknown): void {
  fc.assert(
    fc.property(values, (value) => {
      check(value);
    }),
  );
}
