import { describe, expect, test } from "vitest";
import { checkText } from "../support/check-text.ts";

const head = "settings: { targetActionId: a, timeout: 1m }\n---\nactionId: a\n";
const helpOf = (text: string) => {
  const [first] = checkText(head + text).diagnostics;
  return [first?.code, first?.help];
};

describe("help for text that YAML cuts", () => {
  const whole = "a text with quotes, brackets or colons in it must be quoted as a whole, or written as a block: key: |";

  test.each([
    "validations: { check: [get('n') matches \"^[a-z]+$\"] }\nexec: { command: ls }\n",
    "apiResponse: { response: { first: get('n')?.[0] } }\n",
  ])("in brackets: %j", (text) => {
    expect(helpOf(text)).toEqual(["yaml-syntax", whole]);
  });

  const comment = "YAML takes what follows a blank and # for a comment: quote the whole";

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
