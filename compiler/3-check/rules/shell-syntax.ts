import { findMistake } from "../../languages/shell/find-mistake.ts";
import { reportMistake } from "../scripts/report-mistake.ts";
import { scriptsIn } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** Shell scripts that no shell can read. */
export const shellSyntax: Rule = ({ workflow, report }) => {
  for (const script of scriptsIn(workflow, "shell"))
    reportMistake("shell-syntax", script, findMistake(script.script.text), report);
};
