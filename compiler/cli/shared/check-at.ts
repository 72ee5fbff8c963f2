import { type Checked, checkWorkflow } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { formatText } from "../../report/text.ts";
import { type Context, wantsColor } from "./context.ts";
import { readWorkflow } from "./read-workflow.ts";

/** Checks the workflow at a path. Throws UsageError where there is none to read. */
export function checkAt(path: string, context: Context): Promise<Checked> {
  return checkWorkflow(readWorkflow(path, context), context.packageFolder);
}

/** Says what was found as people read it, and nothing where nothing was. */
export function sayFindings(found: readonly Diagnostic[], context: Context): void {
  if (found.length > 0) context.say(formatText(found, wantsColor(context)));
}

/** Says the errors among what was found; how many there are. */
export function sayErrors(found: readonly Diagnostic[], context: Context): number {
  const errors = found.filter(({ severity }) => severity === "error");
  sayFindings(errors, context);
  return errors.length;
}
