import { expect, test } from "vitest";
import { sqlTokens } from "../../../compiler/languages/sql/tokens.ts";
import type { SqlDialect } from "../../../compiler/nouns/sql.ts";

const kinds = (text: string, dialect: SqlDialect) =>
  sqlTokens(text, dialect).map((token) => `${token.kind} ${token.text}${token.closed ? "" : " …"}`);

test.each<[SqlDialect, string, readonly string[]]>([
  ["sqlite", "'it''s' \"a\" `b` [c d]", ["string 'it''s'", 'name "a"', "name `b`", "name [c d]"]],
  [
    "sqlite",
    "?1 :a @b $c ?",
    ["placeholder ?1", "placeholder :a", "placeholder @b", "placeholder $c", "placeholder ?"],
  ],
  ["sqlite", "1.5e-3 0x1F .5", ["number 1.5e-3", "number 0x1F", "number .5"]],
  ["sqlite", "a -- b\nc /* d", ["word a", "comment -- b", "word c", "comment /* d"]],
  ["sqlite", "'a\\'", ["string 'a\\'"]],
  ["postgres", "E'a\\'b' 'c\\'", ["string E'a\\'b'", "string 'c\\'"]],
  ["postgres", "$$it's$$ $x$ $$ $x$ $1", ["string $$it's$$", "string $x$ $$ $x$", "placeholder $1"]],
  ["postgres", "a::int /* b /* c */ d */", ["word a", "sign ::", "word int", "comment /* b /* c */ d */"]],
  ["postgres", "/* a /* b */", ["comment /* a /* b */ …"]],
  ["mysql", "'a\\'b' \"c\" `d` # e", ["string 'a\\'b'", 'string "c"', "name `d`", "comment # e"]],
  ["mysql", "1--1", ["number 1", "sign -", "sign -", "number 1"]],
  ["mysql", "'a", ["string 'a …"]],
])("%s cuts %s", (dialect, text, expected) => {
  expect(kinds(text, dialect)).toEqual(expected);
});

test("tokens hold the whole text but for blanks, in their order", () => {
  const text = "SELECT 'ä😀' FROM [x] WHERE a >= $1 AND b != /* c */ ?;";
  for (const dialect of ["sqlite", "postgres", "mysql"] as const) {
    const whole = sqlTokens(text, dialect)
      .map((token) => text.slice(token.start, token.end))
      .join("");
    expect(whole.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
  }
});
