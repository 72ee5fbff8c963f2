import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { methods } from "../../compiler/functions/methods.ts";
import { functions } from "../../compiler/functions/table.ts";

const root = join(import.meta.dirname, "../..");

/** As the language calls functions and methods, and as the runtime library calls functions. */
const names = new Set([
  ...functions.flatMap(({ name, implementation }) => ("name" in implementation ? [name, implementation.name] : [name])),
  ...[...methods.values()].flatMap((ofType) => [...ofType.keys()]),
]);

/** Those of several words, which mean nothing else; `typeName` is also a part of the shape of a result. */
const telling = [...names].filter((name) => /[a-z][A-Z]|\./.test(name) && name !== "typeName");

const naming = [
  new RegExp(String.raw`\bruntime(?:: | [!=]== )"(?:${among(names)})"`),
  /\b(?:findFunction|findRuntimeFunction|predicateUse|functionEffect|mayGive)\("/,
  new RegExp(`["'](?:${among(telling)})["']`),
  new RegExp(String.raw`new Set\(\[(?:"(?:${among(names)})"(?:, )?)+\]`),
];
/** In what looks at the nodes of calls and iterations. */
const comparing = new RegExp(String.raw`(?<!typeof )\b(?:name|property\.value) [!=]== "(?:${among(names)})"`);
const looking = /\.kind [!=]== "(?:call|iteration)"|Extract<PlanExpression|Of<"iteration">|spec\.name/;

/** Each names functions for a reason of its own. */
const exceptions = [
  // What values are likely to be, for cases that are made at random.
  "compiler/testing/explore/read-expression.ts",
];

/** Explanations and templates hold workflows; words of shells and Python are no functions of the language. */
const files = readdirSync(join(root, "compiler"), { recursive: true, encoding: "utf8" })
  .map((name) => `compiler/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".ts") && !/\/(?:functions|generated|explanations|templates|commands)\//.test(name));

describe("the tables of functions own all that the compiler knows of a function", () => {
  test("no other file names functions, but for a few", () => {
    const found = files.filter((name) => {
      const code = readFileSync(join(root, name), "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
      return naming.some((pattern) => pattern.test(code)) || (looking.test(code) && comparing.test(code));
    });
    expect(found.sort()).toEqual([...exceptions].sort());
  });
});

function among(words: Iterable<string>): string {
  return [...words].map((word) => word.replaceAll(".", String.raw`\.`)).join("|");
}
