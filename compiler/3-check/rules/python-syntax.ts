import { reportMistake } from "../scripts/report-mistake.ts";
import type { Rule } from "./rule.ts";

/** Python scripts that Python cannot read. */
export const pythonSyntax: Rule = (context) => {
  for (const script of context.embedded.of("python"))
    reportMistake("python-syntax", script, context.languages.python?.(script.parts).mistake, context.report);
};
