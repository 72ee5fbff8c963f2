import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileExpression } from "../../compiler/compile-expression.ts";
import { evaluate, scope } from "./evaluate.ts";

// Every line of an ```expr fence of the documentation that has the form `expression  => JSON` is evaluated over the
// environment of the conformance corpus. Lines without an arrow, and comments, are only for the reader.

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "expressions.md"), "utf8");
const snippets = snippetsOf(page);

describe(`docs/expressions.md: ${snippets.length} snippets`, () => {
  test("fences of expr that have no snippet are none", () => {
    const fences = [...page.matchAll(/^```expr$/gm)].length;
    expect(fences === 0 || snippets.length > 0).toBe(true);
  });

  for (const { line, expression, json } of snippets) {
    test(`line ${line}: ${expression}`, () => {
      const compiled = compileExpression(expression, scope);
      const problems = compiled.kind === "problems" ? compiled.diagnostics.map(({ message }) => message) : [];
      expect(problems).toEqual([]);
      if (compiled.kind === "script") {
        expect(JSON.parse(JSON.stringify(evaluate(compiled) ?? null))).toEqual(JSON.parse(json));
      }
    });
  }
});

describe("snippets of a page", () => {
  test("are the lines of its expr fences that have an arrow", () => {
    const text = "```expr\n1 + 1  => 2\n// a comment\n'=>' + 'a'  => \"=>a\"\nnow()\n```\n```yaml\na  => 1\n```\n";
    expect(snippetsOf(text)).toEqual([
      { line: 2, expression: "1 + 1", json: "2" },
      { line: 4, expression: "'=>' + 'a'", json: '"=>a"' },
    ]);
  });
});

function snippetsOf(text: string) {
  let inside = false;
  return text.split("\n").flatMap((content, index) => {
    if (content.startsWith("```")) inside = content.trim() === "```expr";
    const [, expression, json] = /^(.*\S)\s+=> (.*)$/.exec(content) ?? [];
    if (!inside || expression === undefined || json === undefined) return [];
    return [{ line: index + 1, expression: expression.trim(), json: json.trim() }];
  });
}
