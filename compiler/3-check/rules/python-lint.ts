import type { LintFinding } from "../../nouns/lint.ts";
import { lintScripts } from "../scripts/lint-scripts.ts";
import type { EmbeddedScript } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** What Ruff finds in Python scripts, where it is installed: names that nothing defines or reads, and what fails when it runs. */
export const pythonLint: Rule = (context) => {
  const { python } = context.languages;
  const scripts = context.embedded.of("python").filter(({ parts }) => python?.(parts).mistake === undefined);
  lintScripts({ code: "python-lint", linter: "Ruff", dialect: "python", scripts, isWanted }, context);
};

/** What Python could not read may be the template's doing wherever one stands on the line. */
function isWanted({ rule, start, end }: LintFinding, { script: { text, holes } }: EmbeddedScript): boolean {
  if (rule !== "invalid-syntax") return true;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  return !holes.some((hole) => from <= hole.start && (lineEnd === -1 || hole.start < lineEnd));
}
