import { resolve } from "node:path";
import type { Values } from "../../../runtime-lib/command/option.ts";
import { isComponentPath } from "../../1-load/find-components.ts";
import { kindOf } from "../../1-load/find-files.ts";
import { owningWorkflow } from "../../1-load/owning-workflow.ts";
import { readComponentSources, type WorkflowSources } from "../../1-load/read-sources.ts";
import { type Checked, checkComponentFolder } from "../../compile.ts";
import { type Linters, newLinters } from "../../languages/lint/linters.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import type { Span } from "../../nouns/source.ts";
import { checkSpec } from "../command-table/check.ts";
import { readArguments } from "../shared/arguments.ts";
import { answersFolder, checkSources } from "../shared/check-at.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { workflowPaths } from "../shared/workflow-paths.ts";
import type { Fixes } from "./apply-fixes.ts";
import { givenTests, testedBy, withTests } from "./check-tests.ts";
import { fixFiles } from "./fix.ts";
import { type CheckReport, exitCode, findFormats, textFormat } from "./report.ts";
import { sayNextRuns } from "./say-next-runs.ts";
import { sayTools } from "./say-tools.ts";
import { sourcesFromInput } from "./standard-input.ts";
import { watchAndCheck } from "./watch.ts";

/** `flowc check PATH…`: every diagnostic of all that is given; writes nothing, unless `--fix` changes the files. */
export const check: Command = async (argv, context) => {
  const { values, positionals } = readArguments(checkSpec, argv);
  const formats = findFormats(values.format, context.environment);
  const maxWarnings = readLimit(values["max-warnings"]);
  const fromInput = positionals.includes("-");
  refuseApart(positionals, values);
  const input = fromInput ? await sourcesFromInput(values["stdin-filename"], context) : undefined;
  const paths = positionals.map((path) => testedBy(path, context) ?? ownerOf(path, context) ?? path);
  const fixes = readFixes(values.fix, values["fix-file"]);
  const checkAll = async (): Promise<number> => {
    const linters = lintersFor(context);
    const checked = input === undefined ? [] : [await checkInput(input, context, linters)];
    const given = input === undefined ? workflowPaths(paths, context) : [];
    for (const path of given)
      checked.push(await checkPath(path, context, { fixes, linters, tests: givenTests(positionals, context) }));
    const found = findingsOf(checked);
    const notDone = [...found.notDone, ...(linters?.notDone() ?? [])];
    const report: CheckReport = { ...found, notDone, strict: values.strict, maxWarnings };
    for (const format of formats) await format(report, context);
    if (formats.includes(textFormat)) await sayNextRuns(checked, context);
    if (values.tools) sayTools({ linters, checked }, context);
    return exitCode(report);
  };
  return values.watch ? watchAndCheck(paths, checkAll, context) : checkAll();
};

/** Where nothing may depend on the machine, none is asked. */
function lintersFor(context: Context): Linters | undefined {
  const { packageFolder, environment } = context;
  if (environment["FLOWC_LINTERS"] === "off") return undefined;
  const searchPath = environment["PATH"] ?? environment["Path"] ?? "";
  return newLinters({ packageFolder, searchPath, cacheFolder: answersFolder(context) });
}

/** Options that do not go with standard input, or only with it. */
function refuseApart(
  positionals: readonly string[],
  { fix, "fix-file": which, watch, "stdin-filename": fileName }: Values<typeof checkSpec.options>,
): void {
  if (!positionals.includes("-")) {
    if (fileName !== undefined)
      throw new UsageError("--stdin-filename goes with - as PATH: the text is on standard input");
    return;
  }
  if (positionals.length > 1) throw new UsageError("- stands alone: one text is on standard input");
  if (!fix && which === undefined && !watch) return;
  throw new UsageError(`${watch ? "--watch" : "--fix"} takes files, not standard input`);
}

/** The workflow that a file is a part of; a component's manifest is checked by itself. */
function ownerOf(given: string, { workingFolder }: Context): string | undefined {
  const path = resolve(workingFolder, given);
  return given === "" || isComponentPath(path) || !isFile(path) ? undefined : owningWorkflow(path);
}

/** False also where nobody can know: reading it reports why. */
function isFile(path: string): boolean {
  try {
    return kindOf(path) === "file";
  } catch {
    return false;
  }
}

async function checkInput(
  sources: WorkflowSources,
  context: Context,
  linters: Linters | undefined,
): Promise<CheckedPath> {
  return { ...(await checkSources(sources, context, linters)), folder: sources.folder, isComponent: false };
}

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
interface CheckedPath extends Pick<Checked, "diagnostics" | "silenced" | "notDone" | "asked" | "plan"> {
  readonly folder: string;
  readonly isComponent: boolean;
}

interface CheckWith {
  readonly fixes: Fixes | undefined;
  readonly linters: Linters | undefined;
  /** Files of tests that were given, absolute. */
  readonly tests: readonly string[];
}

async function checkPath(path: string, context: Context, { fixes, linters, tests }: CheckWith): Promise<CheckedPath> {
  if (isComponentPath(path)) {
    const component = readComponentSources(path, context.workingFolder);
    if (component.kind === "problem") throw new UsageError(component.message);
    const checked = await checkComponentFolder(component, context.packageFolder, linters);
    const none = { plan: undefined, notDone: [], asked: [] };
    return { ...checked, ...none, folder: component.folder, isComponent: true };
  }
  const sources = readWorkflow(path, context);
  const checked = await (fixes === undefined
    ? checkSources(sources, context, linters)
    : fixFiles(sources, context, { fixes, linters }));
  const { folder } = sources;
  return { ...withTests(checked, { folder, given: tests }, context), folder, isComponent: false };
}

/** All findings. Workflows may share files: a comment is of use where it silences something in one of them. */
function findingsOf(checked: readonly CheckedPath[]): Omit<CheckReport, "strict" | "maxWarnings"> {
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
    notDone: [...new Set(checked.flatMap(({ notDone }) => notDone))],
    components,
  };
}

function placeOf({ source, start }: Span): string {
  return `${source.path}\0${start}`;
}
