import { plainShells } from "../scripts/scripts-in.ts";
import type { Rule } from "./rule.ts";

/** What scripts for `sh` use of bash: where `sh` is dash or BusyBox it fails or does something else. */
export const notPosix: Rule = (context) => {
  for (const { interpreter = "sh", isArgument, parts, spanOf } of context.embedded.of("shell")) {
    const script = context.languages.shell?.(parts);
    if (script === undefined || script.mistake !== undefined || !plainShells.has(interpreter)) continue;
    for (const { what, instead, start, end } of script.bashFeatures) {
      const message = `${what} is a feature of bash, and the script runs in ${interpreter}`;
      context.report("not-posix", spanOf(start, end), message, {
        help: `${instead}, or ${isArgument ? "start bash" : "add shell: bash"}`,
      });
    }
  }
};
