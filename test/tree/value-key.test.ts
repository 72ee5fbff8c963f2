import { describe, expect, test } from "vitest";
import { keyAt, keyOf, keysAround, readsOf } from "../../compiler/tree/value-key.ts";
import type { Scope } from "../../compiler/tree/variables.ts";
import { conditionOf } from "../support/condition.ts";

const scope: Scope = { resource: "a", variables: new Map() };
/** The key of the left side of a comparison. */
const keyIn = (expression: string) => {
  const condition = conditionOf(`(${expression}) == 'x'`);
  if (condition.kind !== "binary") throw new Error(`${expression} is compared to nothing`);
  return keyOf(condition.left, [], scope);
};

describe("two expressions have one key", () => {
  test.each([
    ["get('body').n", "get('body')['n']"],
    ["get('body').n.m", "safe(get('body'), 'n.m')"],
    ["trim(get('n'))", "get('n') | trim()"],
    ["get('n') ?? 'a'", "(get('n')) ?? 'a'"],
  ])("%s and %s", (first, second) => {
    expect(keyIn(first)?.id).toBe(keyIn(second)?.id);
  });
});

describe("two expressions have two keys", () => {
  test.each([
    ["get('a')", "get('b')"],
    ["get('a').b", "get('a.b')"],
    ["get('body').n", "get('query').n"],
    ["trim(get('n'))", "get('n')"],
    ["replace(get('a'), get('b'), get('c'))", "replace(get('a'), get('c'), get('b'))"],
    ["trim(get('a\",\"b'))", "trim(get('a'), get('b'))"],
    ["env('n')", "get('n')"],
  ])("%s and %s", (first, second) => {
    expect(keyIn(first)?.id).not.toBe(keyIn(second)?.id);
  });
});

test.each(["string(now())", "info('timestamp')", "get('a')[get('b')]", "get('a') + get('b')"])(
  "%s has none: two evaluations may differ, or nobody looks",
  (expression) => {
    expect(keyIn(expression)).toBeUndefined();
  },
);

test("a value is held by those around it, and is one of a list's elements", () => {
  const ids = keysAround(keyAt({ kind: "input", name: "n" }, ["a", "0", "b"])).map(({ path }) => path.join("."));
  expect(ids).toEqual(["a.0.b", "a.0", "a", "", "a.*.b", "a.*"]);
});

test("a key knows what it reads", () => {
  const key = keyIn("replace(get('a'), 'b', trim(env('c')))");
  expect(key === undefined ? [] : readsOf(key).map((root) => ("name" in root ? root.name : ""))).toEqual([
    "a",
    "",
    "c",
  ]);
});
