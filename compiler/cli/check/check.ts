import { isComponentPath } from "../../1-load/find-components.ts";
import { readComponentSources } from "../../1-load/read-sources.ts";
import { type Checked, checkComponentFolder, checkWorkflow } from "../../compile.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import type { Span } from "../../nouns/source.ts";
import { checkSpec } from "../command-table/check.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import type { Fixes } from "./apply-fixes.ts";
import { fixFiles } from "./fix.ts";
import { type CheckReport, exitCode, findFormats } from "./report.ts";

/** `flowc check PATH…`: every diagnostic of all that is given; writes nothing, unless `--fix` mends the files. */
export const check: Command = async (argv, context) => {
  const { values, positionals } = readArguments(checkSpec, argv);
  const formats = findFormats(values.format, context.environment);
  const maxWarnings = readLimit(values["max-warnings"]);
  const checked: CheckedPath[] = [];
  const fixes = readFixes(values.fix, values["fix-file"]);
  for (const path of workflowPaths(positionals, context)) checked.push(await checkPath(path, fixes, context));
  const report: CheckReport = { ...findingsOf(checked), strict: values.strict, maxWarnings };
  for (const format of formats) await format(report, context);
  return exitCode(report);
};

function readFixes(isGiven: boolean, which: string | undefined): Fixes | undefined {
  if (which === undefined) return isGiven ? "safe" : undefined;
  if (which === "unsafe") return which;
  throw new UsageError(`--fix takes nothing or "=unsafe", not "=${which}"`);
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--max-warnings takes a whole number, not "${text}"`);
}

/** What the check of a path gave. */
interface CheckedPath extends Pick<Checked, "diagnostics" | "silenced"> {
  readonly isComponent: boolean;
}

async function checkPath(path: string, fixes: Fixes | undefined, context: Context): Promise<CheckedPath> {
  if (isComponentPath(path)) {
    const component = readComponentSources(path, context.workingFolder);
    if (component.kind === "problem") throw new UsageError(component.message);
    return { ...(await checkComponentFolder(component, context.packageFolder)), isComponent: true };
  }
  const sources = readWorkflow(path, context);
  const checked = await (fixes === undefined
    ? checkWorkflow(sources, context.packageFolder)
    : fixFiles(sources, fixes, context));
  return { ...checked, isComponent: false };
}

/** All findings. Workflows may share files: a comment is of use where it silences something in one of them. */
function findingsOf(
  checked: readonly CheckedPath[],
): Pick<CheckReport, "diagnostics" | "silenced" | "workflows" | "components"> {
  const components = checked.filter(({ isComponent }) => isComponent).length;
  const silenced = new Map(checked.flatMap((item) => item.silenced.map((one) => [one.diagnostic, one] as const)));
  const used = new Set([...silenced.values()].map(({ code }) => placeOf(code.span)));
  const found = checked.flatMap((item) => item.diagnostics);
  return {
    diagnostics: sortDiagnostics(
      found.filter(({ code, span }) => code !== "unused-ignore" || !used.has(placeOf(span))),
    ),
    silenced: sortDiagnostics([...silenced.keys()]).flatMap((one) => silenced.get(one) ?? []),
    workflows: checked.length - components,
    components,
  };
}

function placeOf({ source, start }: Span): string {
  return `${source.path}\0${start}`;
}
