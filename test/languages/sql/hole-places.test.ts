import { expect, test } from "vitest";
import { sqlHolePlaces } from "../../../compiler/languages/sql/hole-places.ts";

/** The places of the `%` in a text. */
const places = (text: string) =>
  sqlHolePlaces(text.split("%").flatMap((part, index) => (index === 0 ? [part] : [undefined, part])));

test.each([
  ["SELECT % FROM %", ["code", "code"]],
  ["SELECT '%', \"%\" -- %", ["'", '"', "line"]],
  ["SELECT 'it''s %' /* % */", ["'", "block"]],
  ["SELECT `%`", ["code"]],
  // A backslash escapes in MySQL alone, dollars quote in PostgreSQL alone: what is not sure is code.
  ["SELECT 'a\\' % '", ["code"]],
  ["SELECT $$ ' $$, %, ' '", ["code"]],
  ["SELECT 1 # ' \n, '%'", ["code"]],
])("%s", (text, expected) => {
  expect(places(text)).toEqual(expected);
});
