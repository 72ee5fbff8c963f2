import { reportMistake } from "../scripts/report-mistake.ts";
import { scriptsIn } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** Shells whose language is read. */
const shells = new Set(["sh", "dash", "ash", "bash", "ksh"]);

/** Shell scripts that no shell can read. */
export const shellSyntax: Rule = (context) => {
  for (const script of scriptsIn(context, "shell")) {
    if (!shells.has(script.interpreter ?? "sh")) continue;
    reportMistake("shell-syntax", script, context.languages.shell?.(script.parts).mistake, context.report);
  }
};
