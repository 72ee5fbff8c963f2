import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileExpression, type Scope } from "../../compiler/compile-expression.ts";
import * as flow from "../../runtime-lib/index.ts";

// Predicates become loops in functions of the module, which take what they read of their surroundings.

function bodyOf(text: string, scope: Scope): string {
  const compiled = compileExpression(text, scope);
  if (compiled.kind === "script") return compiled.body;
  throw new Error(`${text}: ${compiled.diagnostics[0]?.message}`);
}

/** The value, or the message of the failure. */
function outcome(text: string, scope: Scope): unknown {
  const body = bodyOf(text, scope);
  try {
    return { value: new Function("flow", "step", "scope", body)(flow, undefined, scope) };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

const scope = {
  list: [3, 1, 2],
  least: 1,
  error: { name: "e" },
  items: [
    { n: 1, tags: ["a"] },
    { n: 2, tags: [] },
  ],
};

describe("what a predicate reads of its surroundings", () => {
  test.each([
    ["filter(list, # > least)", [3, 2]],
    ["let limit = 2; filter(list, # > limit)", [3]],
    ["let a = 1; let b = 2; map(list, let c = a + b; c * #)", [9, 3, 6]],
    ["let a = 1; map(list, let b = 10 * a; b + #)", [13, 11, 12]],
    ["let a = 1; map(list, a + (let b = 10; b + #))", [14, 12, 13]],
    ["let x = 'x'; map(items, map(.tags, # + x + string(least)))", [["ax1"], []]],
    ["map(items, let n = .n; filter(list, # > n))", [[3, 2], [3]]],
    ["map(items, let n = .n; map(items, map(list, # + n + least)))[1][0]", [6, 4, 5]],
    ["map([1], error.name)", ["e"]],
    ["let item = 5; let index = 6; map([1], item + index + #index + #)", [12]],
    ["let filtered = [1]; let array = [2]; let kept = 3; filter(concat(filtered, array), # < kept)", [1, 2]],
    ["let total = 2; sum(list, # * total)", 12],
    ["let counted = 1; count(list, # > counted)", 2],
    ["let key = 2; let order = 'desc'; sortBy(list, # * key, order)", [3, 2, 1]],
    ["let initial = 1; let accumulator = 2; reduce(list, #acc + # + accumulator, initial)", 13],
    ["let value = 2; let others = 3; sum(map(list, # * value + others))", 21],
    ["let made = 1; map(list, # + made)", [4, 2, 3]],
    ["let filterItems = 1; filter(list, # > filterItems)", [3, 2]],
  ])("%s", (text, value) => {
    expect(outcome(text, scope)).toEqual({ value });
  });
});

test("evaluating makes no function: those of a script all stand at its top", () => {
  const folder = join(import.meta.dirname, "..", "conformance");
  const env = JSON.parse(readFileSync(join(folder, "expr-env.json"), "utf8")) as Scope;
  const texts = readFileSync(join(folder, "expr-cases.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { readonly expr: string }).expr);
  const bodies = [
    ...texts.map((text) => bodyOf(text, env)),
    bodyOf("let x = 1; map(list, let y = #; filter(list, # > x + y + least))", scope),
  ].map((body) => body.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'));
  expect(bodies.filter((body) => /=>|[^\n]function\b/.test(body))).toEqual([]);
  expect(bodies.filter((body) => /^function\b/m.test(body)).length).toBeGreaterThan(500);
});

describe("sum(map(…)) in one loop", () => {
  const anything = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom<unknown>(null, "x", true, [1], {}, 0, -0),
    fc.record({ n: fc.constantFrom<unknown>(1, 2.5, null, "x", true, []) }),
  );
  const arrays = fc.oneof(fc.array(anything, { maxLength: 5 }), anything);

  test.each(["#", ".n", ".n * 2", ".n + .n", "1 / 2", "#index", ".n ?? #index"])("of %s is as in two", (predicate) => {
    fc.assert(
      fc.property(arrays, (list) => {
        const types = { list: null };
        const evaluate = (text: string) => {
          const body = bodyOf(text, types);
          try {
            return { value: new Function("flow", "step", "scope", body)(flow, undefined, { list }) as unknown };
          } catch (error) {
            return { message: (error as Error).message };
          }
        };
        expect(evaluate(`sum(map(list, ${predicate}))`)).toEqual(
          evaluate(`let made = map(list, ${predicate}); sum(made)`),
        );
      }),
    );
  });

  test("a predicate that fails later comes before a value that is not a number", () => {
    const list = [{ n: "text" }, 1];
    expect(outcome("sum(map(list, .n))", { list })).toEqual({ message: 'cannot read "n" of int' });
    expect(outcome("sum(map(list, .n))", { list: [{ n: "text" }] })).toEqual({
      message: "sum: expected a number, got string",
    });
  });
});

describe("what the loops refuse", () => {
  test.each([
    ["filter(none, true)", "filter: expected an array, got nil"],
    ["filter(any, #)", "filter: the predicate must give a bool, got int"],
    ["all(any, .x)", 'cannot read "x" of int'],
    ["count(any)", "count: the predicate must give a bool, got int"],
    ["sum(any, 'x')", "sum: expected numbers, got string"],
    ["reduce(empty, #)", "reduce: the array is empty and there is no initial value"],
    ["groupBy(any, [1])", "groupBy: array cannot be a key"],
    ["sortBy(none, #, up)", 'sortBy: the order is "asc" or "desc", got "up"'],
    ["sortBy(none, #)", "sortBy: expected an array, got nil"],
  ])("%s", (text, message) => {
    const values = { none: null, any: [1], empty: [], up: "up" };
    const body = bodyOf(text, { none: null, any: null, empty: null, up: null });
    expect(() => new Function("flow", "step", "scope", body)(flow, undefined, values)).toThrow(message);
  });
});
