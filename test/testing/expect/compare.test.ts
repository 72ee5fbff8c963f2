import { describe, expect, test } from "vitest";
import { differences } from "../../../compiler/testing/expect/compare.ts";
import { eventDifferences } from "../../../compiler/testing/expect/event-differences.ts";

const evaluate = (expression: string, value: unknown) => new Function("value", `return ${expression}`)(value);
const paths = (actual: unknown, expected: unknown, open = false) =>
  differences(actual, expected, { evaluate, open }).map(({ path }) => path);

test("data is equal or different at its innermost places", () => {
  expect(paths({ a: 1, b: [1, 2] }, { a: 1, b: [1, 2] })).toEqual([]);
  expect(paths({ a: 1, b: [1, 2, 3] }, { a: 2, b: [1, 3] })).toEqual(["a", "b[1]", "b[2]"]);
  expect(paths({ a: 1, more: 2 }, { a: 1 })).toEqual(["more"]);
  expect(paths({ a: 1, more: { x: 1, y: 2 } }, { more: { x: 1 } }, true)).toEqual(["more.y"]);
  expect(paths({}, { "a b": 1 })).toEqual(['["a b"]']);
  expect(paths([], {})).toEqual([""]);
  expect(paths(null, undefined)).toEqual([""]);
});

describe("matchers", () => {
  const holds: readonly (readonly [unknown, object])[] = [
    ["Oslo is cold", { contains: "cold" }],
    [[1, { a: 2 }], { contains: { a: 2 } }],
    [[1, 2, 3], { contains: [3, 1] }],
    [{ a: 1, b: { c: 2 } }, { contains: { b: { c: 2 } } }],
    ["v1.2", { matches: "^v\\d" }],
    [3, { type: "int" }],
    [3.5, { type: "float" }],
    [null, { type: "nil" }],
    [[], { type: "array" }],
    [3, { gt: 2, lt: 4 }],
    [3, { gte: 3, lte: 3 }],
    [null, { any: true }],
    [undefined, { absent: true }],
    [undefined, { any: false }],
    [4, { that: "value > 3" }],
    [{ contains: 1 }, { equals: { contains: 1 } }],
  ];
  const fails: readonly (readonly [unknown, object])[] = [
    ["Oslo", { contains: "cold" }],
    [7, { contains: "7" }],
    [[1, 2], { contains: [2, 3] }],
    [5, { matches: "5" }],
    ["3", { type: "int" }],
    ["3", { gt: 2 }],
    [2, { gt: 1, lt: 2 }],
    [undefined, { any: true }],
    [null, { absent: true }],
    [4, { that: "value.no.such" }],
    [undefined, { that: "true" }],
    [{ contains: 1 }, { equals: { contains: 2 } }],
  ];

  test.each(holds)("%j is %j", (actual, expected) => {
    expect(paths(actual, expected)).toEqual([]);
  });

  test.each(fails)("%j is not %j", (actual, expected) => {
    expect(paths(actual, expected)).toEqual([""]);
  });
});

describe("events", () => {
  const events = [
    { event: "workflow.started" },
    { event: "resource.started", actionId: "a" },
    { event: "resource.failed", actionId: "a", failureClass: "infra", attempt: 1 },
    { event: "workflow.failed", failureClass: "infra" },
  ];
  const found = (...expected: readonly unknown[]) => eventDifferences(events, expected, { evaluate });

  test("are compared in order, and … stands for any number", () => {
    expect(found("…")).toEqual([]);
    expect(found("workflow.started", "…", "workflow.failed")).toEqual([]);
    expect(found("workflow.started", "resource.started a", "resource.failed a infra", "workflow.failed infra")).toEqual(
      [],
    );
    expect(found("…", { event: "resource.failed", attempt: { gt: 0 } }, "...")).toEqual([]);
  });

  test("the first that differs is shown", () => {
    expect(found("workflow.started")).toEqual([
      { path: "events[1]", expected: undefined, actual: "resource.started a" },
    ]);
    expect(found("workflow.started", "resource.started b", "…")).toEqual([
      { path: "events[1]", expected: "resource.started b", actual: "resource.started a" },
    ]);
    expect(found("…", "workflow.completed")).toEqual([
      { path: "events[1]", expected: "workflow.completed", actual: undefined },
    ]);
  });
});

test("an expression of that which fails says why", () => {
  const [failed] = differences({ a: 1 }, { a: { that: "value.no.such" } }, { evaluate });
  expect(failed).toEqual({
    path: "a",
    expected: { that: "value.no.such" },
    actual: 1,
    problem: "value.no.such: Cannot read properties of undefined (reading 'such')",
  });
  expect(differences(1, { that: "value > 1" }, { evaluate })[0]).not.toHaveProperty("problem");
});
