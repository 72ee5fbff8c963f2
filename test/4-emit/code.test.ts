import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  code,
  comment,
  dataComment,
  Identifiers,
  literal,
  propertyAccess,
  propertyKey,
  quoted,
  templateText,
} from "../../compiler/4-emit/code.ts";

// Whatever a user writes comes back as that text, and as nothing else.
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("`", "${x}", "\\", "*/", "//", "\u2028", "</script>", "__proto__", "\r\n"),
);

describe("user text in code", () => {
  test("quoted", () => {
    forAll(anyText, (text) => expect(runInNewContext(quoted(text))).toBe(text));
  });

  test("templateText", () => {
    forAll(anyText, (text) => expect(runInNewContext(`\`${templateText(text)}\``)).toBe(text));
  });

  test("propertyKey and propertyAccess", () => {
    forAll(anyText, (text) => expect(runInNewContext(`({ ${propertyKey(text)}: 1 })${propertyAccess(text)}`)).toBe(1));
    forAll(anyText, (text) => expect(runInNewContext(`Object.keys({ ${propertyKey(text)}: 1 })[0]`)).toBe(text));
  });

  test("literal", () => {
    forAll(fc.jsonValue(), (data) =>
      expect(JSON.stringify(runInNewContext(`(${literal(data)})`))).toBe(JSON.stringify(data)),
    );
  });

  test("comment stays on one line", () => {
    forAll(anyText, (text) => expect(runInNewContext(`1\n${comment(text)}\n+ 1`)).toBe(2));
  });

  test("dataComment stays on one line, and is read again", () => {
    forAll(anyText, (text) => {
      const line = dataComment("// data ", { [text]: [text] });
      expect(runInNewContext(`1\n${line}\n+ 1`)).toBe(2);
      expect(line).toMatch(/^[ -~]+$/);
      expect(JSON.parse(line.slice("// data ".length))).toEqual({ [text]: [text] });
    });
  });

  test("code refuses bare strings", () => {
    // @ts-expect-error: user text is no Code
    code`${"process.exit()"}`;
  });
});

describe("Identifiers", () => {
  test("are distinct, legal and near to the name", () => {
    const identifiers = new Identifiers();
    const names = [
      "fetch-page",
      "fetch.page",
      "class",
      "exec",
      "flow",
      "step",
      "run",
      "undefined",
      "Object",
      "1st",
      "a-",
      "ü",
    ];
    const made = names.map((name) => identifiers.make(name));
    expect(made).toEqual([
      "fetchPage$",
      "fetchPage$2",
      "class$",
      "exec$",
      "flow$",
      "step$",
      "run$",
      "undefined$",
      "Object$",
      "_1st$",
      "a$",
      "_$",
    ]);
    for (const name of made) expect(() => runInNewContext(`"use strict"; let ${name} = 1;`)).not.toThrow();
  });

  test("made of any text are no name of flowc's own and no twins of each other", () => {
    forAll(
      fc.array(fc.oneof(anyText, fc.constantFrom("filterItems", "filter-items", "pattern", "pattern2"))),
      (names) => {
        const identifiers = new Identifiers();
        const own = names.flatMap(() => [identifiers.own(code`pattern`), identifiers.own(code`filterItems`)]);
        const made = names.map((name) => identifiers.make(name));
        expect(new Set([...own, ...made]).size).toBe(3 * names.length);
        for (const name of made) expect(name).toMatch(/^[A-Za-z_]\w*\$\d*$/);
      },
    );
  });
});

function forAll<Value>(values: fc.Arbitrary<Value>, check: (value: Value) => unknown): void {
  fc.assert(
    fc.property(values, (value) => {
      check(value);
    }),
  );
}
