import { join } from "node:path";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import { type Checked, checkWorkflow } from "../../compile.ts";
import type { Linters } from "../../languages/lint/linters.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { formatText } from "../../report/text.ts";
import { type Context, wantsColor } from "./context.ts";
import { readWorkflow } from "./read-workflow.ts";

/** Checks the workflow at a path. Throws UsageError where there is none to read. */
export function checkAt(path: string, context: Context): Promise<Checked> {
  return checkSources(readWorkflow(path, context), context);
}

/** Checks a workflow that has been read; linters are for `flowc check` alone. */
export function checkSources(sources: WorkflowSources, context: Context, linters?: Linters): Promise<Checked> {
  return checkWorkflow(sources, context.packageFolder, { kept: answersFolder(context), linters });
}

/** Where what databases and linters say is kept from check to check: by this flowc, for it reads them in its own way. */
export function answersFolder({ cacheFolder, build }: Context): string | undefined {
  return cacheFolder === undefined ? undefined : join(cacheFolder, "statements", build.slice(0, 16));
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
