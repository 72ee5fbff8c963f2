import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\n";
const helpOf = (text: string) => {
  const [first] = checkText(head + text).diagnostics;
  return [first?.code, first?.help];
};

describe("help for text that YAML cuts", () => {
  const whole = "a text with quotes, brackets or colons in it must be quoted as a whole, or written as a block: key: |";

  test("behind a text in quotes", () => {
    expect(helpOf("apiResponse: { response: { first: 'a' + get('n') } }\n")).toEqual(["yaml-syntax", whole]);
  });

  test.each([
    [
      "validations: { check: [get('n') matches \"^[a-z]+$\"] }\nexec: { command: ls }\n",
      `quote it: 'get(''n'') matches "^[a-z]+$"'`,
    ],
    ["apiResponse: { response: { first: get('n')?.[0] } }\n", `quote it: "get('n')?.[0]"`],
  ])("in brackets: %j", (text, help) => {
    expect(helpOf(text)).toEqual(["yaml-syntax", help]);
  });

  const comment = "YAML reads what follows a blank and # as a comment: quote the whole";

  test.each([
    "after:\n  - set('x', filter(get('n'), # > 1))\n",
    "after:\n  - set('x', map(get('n'), #))\n",
    "after:\n  - set('x', any(get('n'), #index == 1))\n",
  ])("by a comment that was meant as an item: %j", (text) => {
    expect(helpOf(text)).toEqual(["expression-syntax", comment]);
  });

  test.each([
    "after:\n  - set('x', 1 + # one more\n",
    "after:\n  - set('x', (1) # (sic)\n",
    "after: [\"set('x', 1 + \"] # > 1\n",
  ])("not by one that is a comment: %j", (text) => {
    expect(helpOf(text)[1]).not.toBe(comment);
  });
});

describe("nesting", () => {
  const block = (levels: number) => Array.from({ length: levels }, (_, level) => `${" ".repeat(level)}a:\n`).join("");
  test.each([
    ["maps in each other", `${"{ a: ".repeat(150)}1${" }".repeat(150)}`],
    ["maps, many", `${"{ a: ".repeat(5000)}1${" }".repeat(5000)}`],
    ["lists, many", `${"[".repeat(5000)}1${"]".repeat(5000)}`],
    ["brackets that are never closed", "[".repeat(5000)],
    ["dashes, many", "- ".repeat(5000)],
    ["a block, many", block(1200)],
  ])("names its limit: %s", (_name, text) => {
    const found = checkText(text).diagnostics;
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["yaml-syntax", "the value is nested deeper than 100 levels"],
    ]);
  });
});
