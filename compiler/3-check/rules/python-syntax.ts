import { reportMistake } from "../scripts/report-mistake.ts";
import { scriptsIn } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** Python scripts that Python cannot read. */
export const pythonSyntax: Rule = ({ workflow, languages, report }) => {
  for (const script of scriptsIn(workflow, "python"))
    reportMistake("python-syntax", script, languages.python?.(script.parts).mistake, report);
};
