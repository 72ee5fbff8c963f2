import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { arity, findFunction, findRuntimeFunction, functions, readers } from "../../compiler/functions/table.ts";

describe("all that flowc knows of a function stands in its line of the table", () => {
  test.each([
    "compiler/2-parse/predicate-calls.ts",
    "compiler/2-parse/doubt-call.ts",
    "compiler/3-check/taint/function-effect.ts",
  ])("%s names none", (file) => {
    const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8").replaceAll(
      /^\s*(?:\/\/|\*|\/\*).*$/gm,
      "",
    );
    // Those that are words of English are looked for as keys and as texts only.
    const named = functions.filter(({ name }) =>
      new RegExp(String.raw`["'|(]${name}["'|]|^\s*${name}:`, "m").test(text),
    );
    expect(named.map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ["all", 2, 2],
    ["sum", 1, 2],
    ["sortBy", 2, 3],
    ["concat", 1, Infinity],
    ["now", 0, 1],
  ])("%s takes %i to %d arguments", (name, least, most) => {
    const spec = findFunction(name);
    expect(spec && arity(spec)).toEqual({ least, most });
  });

  test("what reads a value of the run is not what stores one", () => {
    expect(readers).toContain("get");
    expect(readers).toContain("exec.exitCode");
    expect(readers).not.toContain("set");
  });

  test("no two functions have one name in the runtime library", () => {
    for (const spec of functions) {
      const { implementation, name } = spec;
      expect(findRuntimeFunction(implementation.kind === "runtime" ? implementation.name : name)).toBe(spec);
    }
  });
});
