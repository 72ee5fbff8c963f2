import type { LintDialect, LintFinding } from "../../nouns/lint.ts";
import { lintScripts } from "../scripts/lint-scripts.ts";
import { type EmbeddedScript, plainShells } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** Shells by their names, as ShellCheck calls their languages. */
const dialects: Readonly<Record<string, LintDialect>> = {
  sh: "sh",
  ash: "dash",
  dash: "dash",
  bash: "bash",
  ksh: "ksh",
};

/** A variable of the script, as long as what stands for a template elsewhere. */
const standIn = "$_h";

/** What ShellCheck finds in shell scripts, where it is installed. */
export const shellLint: Rule = (context) => {
  const { shell } = context.languages;
  const all = context.embedded.of("shell").filter(({ parts, interpreter = "sh" }) => {
    const { mistake, bashFeatures = [] } = shell?.(parts) ?? {};
    // `not-posix` says of a script for sh that it is one for bash: read as one for sh, it would be all wrong.
    return mistake === undefined && (bashFeatures.length === 0 || !plainShells.has(interpreter));
  });
  for (const dialect of new Set(Object.values(dialects))) {
    const scripts = all.filter(({ interpreter = "sh" }) => dialects[interpreter] === dialect);
    lintScripts({ code: "shell-lint", linter: "ShellCheck", dialect, scripts, standIn, isWanted }, context);
  }
};

/** A variable that nothing assigns may be one of the environment. */
function isWanted({ rule, start, end }: LintFinding, { script: { text }, environment }: EmbeddedScript): boolean {
  if (rule !== "SC2154") return true;
  const name = /\w+/.exec(text.slice(start, end))?.[0] ?? "";
  return environment !== undefined && !environment.has(name);
}
