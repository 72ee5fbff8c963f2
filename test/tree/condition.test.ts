import { describe, expect, test } from "vitest";
import { type Conclusion, conclusionOf } from "../../compiler/tree/condition.ts";
import type { Scope } from "../../compiler/tree/variables.ts";
import { conditionOf } from "../support/condition.ts";

const scope: Scope = { resource: "a", variables: new Map() };
const said = (condition: string, truth = true) => written(conclusionOf(conditionOf(condition), truth, scope));

/** The conclusion as a text: `all(…)`, `one(…)`, and of each fact the value's key and the claim. */
function written(conclusion: Conclusion<Scope>): string {
  if (conclusion.kind !== "fact") {
    const parts = conclusion.parts.map(written).filter((part) => part !== "");
    return parts.length < 2 ? parts.join("") : `${conclusion.kind}(${parts.join(", ")})`;
  }
  const { key, origins, claim } = conclusion.fact;
  const { kind, ...rest } = claim;
  const details = Object.values(rest).map((value) =>
    typeof value === "object" && "kind" in value && value.kind === "constant"
      ? JSON.stringify(value.value)
      : typeof value === "object"
        ? "…"
        : String(value),
  );
  return [key?.id ?? "?", ...origins.map(({ id }) => `<- ${id}`), kind, ...details].join(" ");
}

describe("a condition that is true says", () => {
  test.each([
    ["get('x') == 'a'", `input"x" equals "a"`],
    ["'a' == get('x')", `input"x" equals "a"`],
    ["get('x') == get('y')", `all(input"x" equals …, input"y" equals …)`],
    ["get('x') == nil", `input"x" nil true`],
    ["nil != get('x')", `input"x" nil false`],
    ["get('x') in ['a']", `input"x" element …`],
    ["get('x') matches '^a$'", `input"x" matches true "^a$"`],
    ["not (get('x') contains 'a')", `input"x" contains false "a"`],
    ["get('x') startsWith 'a'", `input"x" startsWith true "a"`],
    ["type(get('x')) == 'string'", `input"x" type string`],
    ["get('x') < 5", `input"x" number`],
    ["(get('x') ?? 'b') == 'a'", `"??"(input"x","b") <- input"x" equals "a"`],
    ["get('body').n.m == 'a'", `request"body"["n","m"] equals "a"`],
    ["let n = get('x'); n == 'a'", `input"x" equals "a"`],
    ["all(get('x'), # != nil)", `input"x"["*"] nil false`],
    ["none(get('x'), # == nil)", `input"x"["*"] nil false`],
    ["any(get('x'), # == nil)", ""],
    ["get('x') != 'a'", ""],
    ["get('x') != nil and get('y') == 'a'", `all(input"x" nil false, input"y" equals "a")`],
    ["get('x') == 'a' or get('y') == 'a'", `one(input"x" equals "a", input"y" equals "a")`],
    ["get('x') == 'a' ? get('y') == 'b' : false", `all(input"x" equals "a", input"y" equals "b")`],
    ["get('x') == 'a' ? true : get('y') == 'b'", `one(input"x" equals "a", input"y" equals "b")`],
  ])("%s: %s", (condition, expected) => {
    expect(said(condition)).toBe(expected);
  });
});

describe("a condition that is false says", () => {
  test.each([
    ["get('x') != 'a'", `input"x" equals "a"`],
    ["get('x') == nil", `input"x" nil false`],
    ["get('x') == 'a'", ""],
    ["get('x') matches '[^a]'", `input"x" matches false "[^a]"`],
    ["any(get('x'), # == nil)", `input"x"["*"] nil false`],
    ["all(get('x'), # == nil)", ""],
    ["get('x') == nil or get('y') == nil", `all(input"x" nil false, input"y" nil false)`],
    ["get('x') == nil and get('y') == nil", `one(input"x" nil false, input"y" nil false)`],
  ])("%s: %s", (condition, expected) => {
    expect(said(condition, false)).toBe(expected);
  });
});
