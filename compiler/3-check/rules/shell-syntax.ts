import { posixShells } from "../scripts/posix-shells.ts";
import { reportMistake } from "../scripts/report-mistake.ts";
import type { Rule } from "./rule.ts";

/** Shell scripts that no shell can read. */
export const shellSyntax: Rule = (context) => {
  for (const script of context.embedded.of("shell")) {
    if (!posixShells.has(script.interpreter ?? "sh")) continue;
    reportMistake("shell-syntax", script, context.languages.shell?.(script.parts).mistake, context.report);
  }
};
