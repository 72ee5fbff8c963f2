import { describe, expect, test } from "vitest";
import { diagnostic } from "../../compiler/nouns/diagnostic.ts";
import { formatGithub } from "../../compiler/report/github.ts";
import { formatJson } from "../../compiler/report/json.ts";
import { formatText } from "../../compiler/report/text.ts";

const source = { path: "a/b.yaml", name: "b.yaml", text: 'one: 1\n\ttwo: "x\u202e\u001b[31m"\nthree: 3\n' };
const at = (start: number, end: number) => ({ source, start, end });

describe("formatText", () => {
  test("names the place, shows the line and marks it", () => {
    const found = diagnostic("unknown-key", at(8, 11), 'unknown key "two"', {
      notes: [{ message: "here", span: at(0, 3) }],
      help: "remove it",
    });
    expect(formatText([found], false)).toBe(
      'a/b.yaml:2:2: error: unknown key "two" [unknown-key]\n' +
        '  2 | \ttwo: "x��[31m"\n    | \t^^^\n' +
        "  note: a/b.yaml:1:1: here\n  1 | one: 1\n    | ^^^\n  help: remove it\n",
    );
  });

  test("paints only when asked", () => {
    expect(formatText([diagnostic("schema", at(0, 3), "x")], true)).toContain("\u001b[31merror\u001b[39m");
  });

  test("cuts very long lines around the place", () => {
    const long = { path: "l", name: "l", text: `${"x".repeat(5000)}HERE${"y".repeat(5000)}` };
    const text = formatText([diagnostic("schema", { source: long, start: 5000, end: 5004 }, "m")], false);
    expect(text.split("\n").every((line) => line.length < 140)).toBe(true);
    expect(text).toContain("HERE");
    expect(text).toMatch(/ \| …x+HEREy+…\n/);
  });

  /** The frame of a marked part of a line: what stands above the carets. */
  function above(line: string, marked: string): readonly [string, string] {
    const wide = { path: "w", name: "w", text: `${line}\n` };
    const start = line.indexOf(marked);
    const at = { source: wide, start, end: start + marked.length };
    const [, shown = "", carets = ""] = formatText([diagnostic("schema", at, "m")], false).split("\n");
    return [shown.slice("  1 | ".length), carets.slice("    | ".length)];
  }

  test.each([
    ["east Asian letters", "名前: 値 HERE", 9],
    ["emoji, also of several parts", "😀👩‍👩‍👧🇩🇪: HERE", 8],
    ["a letter with a mark of its own", "e\u0301e\u0301: HERE", 4],
    ["what takes no room", "a\u200b\u2060b: HERE", 4],
    ["half-width letters", "ｱｲ: HERE", 4],
    ["letters beyond the BMP", "𝒜𝒷: HERE", 4],
    ["control characters, shown as one", "\u0007\u202e: HERE", 4],
  ])("carets stand below what they mark: %s", (_title, line, columns) => {
    expect(above(line, "HERE")[1]).toBe(`${" ".repeat(columns)}^^^^`);
  });

  test("tabs before the marked part are kept, so that any width of a tab does", () => {
    expect(above("\ta\t値HERE", "HERE")).toEqual(["\ta\t値HERE", "\t \t  ^^^^"]);
  });

  test("carets are as wide as what they mark", () => {
    expect(above("a: 値値", "値値")[1]).toBe("   ^^^^");
  });

  test("a cut never splits a character", () => {
    for (const before of [58, 59, 60, 61, 62]) {
      const [shown] = above(`${"😀".repeat(before)}x${"😀".repeat(100)}`, "x");
      expect(shown).not.toMatch(/\p{Cs}/u);
    }
  });

  test("of a part over several lines, the first line is marked to its end", () => {
    const text = formatText([diagnostic("schema", at(0, source.text.length), "m")], false);
    expect(text).toContain("  1 | one: 1\n    | ^^^^^^\n");
  });
});

test("formatJson counts from 1 and ends exclusively", () => {
  const { version, diagnostics } = JSON.parse(formatJson([diagnostic("schema", at(8, 11), "m")]));
  expect(version).toBe(1);
  expect(diagnostics).toEqual([
    {
      code: "schema",
      severity: "error",
      message: "m",
      file: "a/b.yaml",
      line: 2,
      column: 2,
      endLine: 2,
      endColumn: 5,
      help: null,
      notes: [],
    },
  ]);
});

test("formatGithub names files as seen from the repository", () => {
  const found = diagnostic("schema", at(0, 3), "m");
  expect(formatGithub([found], "services/x")).toMatch(/^::error file=services\/x\/a\/b\.yaml,line=1,/);
  const absolute = { ...found, span: { ...found.span, source: { ...source, path: "/a/b.yaml" } } };
  expect(formatGithub([absolute], "services/x")).toMatch(/^::error file=\/a\/b\.yaml,line=1,/);
});

test("formatGithub escapes what would end a command", () => {
  const tricky = { ...source, path: "a,b:c%.yaml" };
  const text = formatGithub([diagnostic("schema", { source: tricky, start: 0, end: 3 }, "50%\n::error::x")]);
  expect(text).toBe(
    "::error file=a%2Cb%3Ac%25.yaml,line=1,col=1,endLine=1,endColumn=4,title=schema::50%25%0A::error::x\n",
  );
});
