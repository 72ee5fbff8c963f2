import { literalField } from "../../tree/literal-field.ts";
import { scriptsIn } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** What scripts for `sh` use of bash: a shell that knows POSIX alone, such as dash, fails there or does something else. */
export const notPosix: Rule = ({ workflow, languages, report }) => {
  for (const { executor, parts, spanOf } of scriptsIn(workflow, "shell")) {
    const script = languages.shell?.(parts);
    if (script === undefined || script.mistake !== undefined) continue;
    if ((literalField(executor, "shell") ?? "sh") !== "sh") continue;
    for (const { what, instead, start, end } of script.bashFeatures)
      report("not-posix", spanOf(start, end), `${what} is a feature of bash, and the script runs in sh`, {
        help: instead,
      });
  }
};
