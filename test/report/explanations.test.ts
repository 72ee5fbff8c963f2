import { describe, expect, test } from "vitest";
import { type Code, codes } from "../../compiler/nouns/codes.ts";
import { lintCodes } from "../../compiler/nouns/lint.ts";
import { explanations } from "../../compiler/report/explanations/table.ts";
import { checkTestText, testedExample } from "../support/check-test-text.ts";
import { checkText, completeExample } from "../support/check-text.ts";
import { languagesWithLinters } from "../support/grammars.ts";
import { hasProgram } from "../support/programs.ts";

/** Examples are single files. */
const needsFiles: ReadonlySet<string> = new Set(["outside-component", "openapi-mismatch", "test-workflow"]);

/** What is only said of one target: test/6-ship/durable-problems.test.ts shows it. */
const ofTarget: ReadonlySet<string> = new Set(["not-durable", "not-shared"]);

/** What linters say, ShellCheck only where the machine has it. */
const lints: ReadonlySet<string> = new Set(lintCodes);
const lacksLinter = (code: Code) => code === "shell-lint" && !hasProgram("shellcheck");
const check = (code: Code, example = "") => (code.startsWith("test-") ? ofTests(example) : ofWorkflow(code, example));
const ofTests = (example: string) => ({ diagnostics: checkTestText(example), plan: testedExample });
const ofWorkflow = (code: Code, example: string) =>
  checkText(completeExample(example), undefined, [], lints.has(code) ? languagesWithLinters() : undefined);

describe.each(Object.keys(codes) as Code[])("%s", (code) => {
  const { text, examples } = explanations[code];

  test("is explained in lines that fit a terminal", () => {
    expect(text).not.toBe("");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });

  // What reaches outside a component takes more than one file to show.
  test.skipIf(needsFiles.has(code) || ofTarget.has(code) || lacksLinter(code))(
    "its bad example gives this code and nothing else",
    () => {
      const diagnostics = check(code, examples?.bad).diagnostics;
      expect([...new Set(diagnostics.map((found) => found.code))]).toEqual([code]);
    },
  );

  test.skipIf(needsFiles.has(code))("its good example is clean", () => {
    const { diagnostics, plan } = check(code, examples?.good);
    expect(diagnostics.map((finding) => `${finding.message} [${finding.code}]`)).toEqual([]);
    expect(plan).toBeDefined();
  });
});
