import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Identifiers } from "../../compiler/4-emit/identifiers.ts";
import { identifier } from "../../compiler/nouns/typescript.ts";

test("identifiers are distinct, legal and near to the name", () => {
  const identifiers = new Identifiers();
  const names = {
    "fetch-page": "fetchPage$",
    "fetch.page": "fetchPage$2",
    class: "class$",
    exec: "exec$",
    flow: "flow$",
    step: "step$",
    run: "run$",
    undefined: "undefined$",
    Object: "Object$",
    "1st": "_1st$",
    "a-": "a$",
    ü: "_$",
  };
  const made = Object.keys(names).map((name) => String(identifiers.make(name).text));
  expect(made).toEqual(expect.arrayContaining(Object.values(names)));
  for (const name of made) expect(() => runInNewContext(`"use strict"; let ${name} = 1;`)).not.toThrow();
});

test("those made of any text are not names of flowc's own and no twins of each other", () => {
  const anyName = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("filterItems", "filter-items", "pattern", "pattern2"),
  );
  fc.assert(
    fc.property(fc.array(anyName), (names) => {
      const identifiers = new Identifiers();
      const own = names.flatMap(() => [identifiers.own(identifier`pattern`), identifiers.own(identifier`filterItems`)]);
      const made = names.map((name) => identifiers.make(name));
      expect(new Set([...own, ...made].map(({ text }) => text)).size).toBe(3 * names.length);
      for (const { text } of made) expect(text).toMatch(/^[A-Za-z_]\w*\$\d*$/);
    }),
  );
});
