import { reportMistake } from "../scripts/report-mistake.ts";
import { scriptsIn } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** Shell scripts that no shell can read. */
export const shellSyntax: Rule = ({ workflow, languages, report }) => {
  for (const script of scriptsIn(workflow, "shell"))
    reportMistake("shell-syntax", script, languages.shell?.(script.parts).mistake, report);
};
