import { describe, expect, test } from "vitest";
import { findings } from "../support/findings.ts";

const found = (fallback: string, expression: string) =>
  findings(
    `actionId: b\nexec: { command: date, timeout: 5s }\nonError: { action: continue, fallback: ${fallback} }\n---\n` +
      `actionId: a\nrequires: [b]\nbefore: "set('out', ${expression})"\n`,
  );

describe("a result with a fallback has the type that both have", () => {
  test.each([
    ["none", "get('b') + 1", '"+" does not go with string and int [type-mismatch]'],
    ["\"at {{ env('HOME') }}\"", "get('b') * 2", '"*" does not go with string and int [type-mismatch]'],
    ["null", "upper(get('b'))", "this value may be nil"],
  ])("fallback: %s, %s", (fallback, expression, message) => {
    const [first, ...others] = found(fallback, expression);
    expect(first).toContain(message);
    expect(others).toEqual([]);
  });

  test.each([
    ["none", "upper(get('b'))"],
    ["3", "get('b') + 1"],
    ["[a, b]", "get('b')[0]"],
    ["\"{{ get('x') }}\"", "get('b') + 1"],
    ["get('x')", "get('b') + 1"],
    ["null", "get('b') ?? 'none'"],
  ])("fallback: %s, %s: nothing is sure, or nothing wrong", (fallback, expression) => {
    expect(found(fallback, expression)).toEqual([]);
  });
});
