import { load, loadBuiltIn, loadComponent } from "./1-load/load.ts";
import type { WorkflowSources } from "./1-load/read-sources.ts";
import type { ComponentSources } from "./1-load/reader.ts";
import { hashWithScripts } from "./1-load/scripts.ts";
import { parse, parseAlone, parseManifests } from "./2-parse/parse.ts";
import { check, checkComponent } from "./3-check/check.ts";
import { withUnread } from "./3-check/scripts/with-unread.ts";
import { type Languages, loadLanguages } from "./languages/languages.ts";
import type { Linters } from "./languages/lint/linters.ts";
import { neededLanguages } from "./languages/needed-languages.ts";
import { askSql } from "./languages/sql/ask.ts";
import type { DatabasePlace } from "./languages/sql/ask-database.ts";
import { collector } from "./nouns/collector.ts";
import type { ComponentManifest } from "./nouns/component.ts";
import type { Report } from "./nouns/diagnostic.ts";
import type { Levels } from "./nouns/levels.ts";
import type { Plan } from "./nouns/plan.ts";
import { noSqlAnswers, type SqlAnswers } from "./nouns/sql.ts";
import type { WorkflowSyntax } from "./nouns/syntax.ts";
import { obstacles } from "./select/obstacles.ts";
import { type Selected, selectFindings } from "./select/select.ts";

export { bundleName } from "./5-bundle/bundle-name.ts";
export { usesSqlite } from "./5-bundle/uses-sqlite.ts";
export { type BuildOptions, buildPlan } from "./6-ship/build-plan.ts";
export { obstacles };

/**
 * What checking gives: every finding, sorted, and the plan where none of them is an error, not even one that a comment
 * silences.
 */
export interface Checked extends Selected, Pick<SqlAnswers, "notDone" | "asked"> {
  /** How its project wants codes to be taken, in its tests too. */
  readonly levels: Levels;
  readonly plan: Plan | undefined;
  /** What could be read of the workflow, also where it has errors. */
  readonly syntax: WorkflowSyntax | undefined;
  /** Name of the workflow, or of its file where it could not be read. */
  readonly name: string;
  /** Files beside the YAML that the workflow and its components are made of, from its folder. */
  readonly scripts: readonly string[];
  /** SHA-256 (hex) over all that the workflow is made of. */
  readonly sourceHash: string;
}

/** What a check may use beside flowc itself; no linter is asked that is not given. */
export interface CheckOptions {
  /** What databases have said is kept there. */
  readonly kept?: string | undefined;
  readonly linters?: Linters | undefined;
}

/** Loads, parses and checks one workflow. Writes nothing but what is kept; throws only for bugs in flowc. */
export async function checkWorkflow(
  sources: WorkflowSources,
  packageFolder: string,
  { kept, linters }: CheckOptions = {},
): Promise<Checked> {
  const read = readWorkflow(sources, packageFolder);
  const { workflow, components, scripts } = read.parsed;
  const needed = neededLanguages({ resources: workflow?.resources ?? [], components, scripts });
  const languages = await loadLanguages(needed, packageFolder, linters?.lintIn(sources.folder));
  return checkRead(read, languages, { packageFolder, cacheFolder: kept });
}

/** The same at once, for those who have loaded all languages already; nothing is kept. */
export function checkWorkflowWith(languages: Languages, sources: WorkflowSources, packageFolder: string): Checked {
  return checkRead(readWorkflow(sources, packageFolder), languages, { packageFolder, cacheFolder: undefined });
}

function readWorkflow(sources: WorkflowSources, packageFolder: string) {
  const findings = collector();
  const loaded = load(sources, packageFolder, findings.report);
  return { ...findings, sources, loaded, parsed: parse(loaded, findings.report) };
}

function checkRead(
  { sources, loaded, parsed, found, report }: ReturnType<typeof readWorkflow>,
  languages: Languages,
  folders: Omit<DatabasePlace, "folder">,
): Checked {
  const { workflow, allScripts, scripts } = parsed;
  const sourceHash = hashWithScripts(loaded.sourceHash, allScripts);
  const sql = workflow ? askSql(workflow, scripts, { folder: sources.folder, ...folders }) : noSqlAnswers;
  const plan = workflow?.complete ? check({ ...parsed, workflow, sourceHash, sql, languages }, report) : undefined;
  const selected = selectFindings(found, { ...parsed, undecided: languages.lint.undecided() });
  return {
    ...selected,
    levels: parsed.levels,
    plan: obstacles(selected).length === 0 ? plan : undefined,
    syntax: workflow,
    name: workflow?.name.value ?? sources.workflow.name,
    scripts: [...allScripts.keys()],
    sourceHash,
    ...withUnread(sql, parsed),
  };
}

/** Checks one component by itself. */
export async function checkComponentFolder(
  sources: ComponentSources,
  packageFolder: string,
  linters?: Linters,
): Promise<Selected & { readonly manifest: ComponentManifest | undefined }> {
  const { found, report } = collector();
  const parsed = parseAlone({ component: loadComponent(sources), builtIn: loadBuiltIn(packageFolder, report) }, report);
  const { component, builtIn } = parsed;
  const needed = component && neededLanguages({ ...component, resources: component.body.resources });
  const languages = await loadLanguages(needed ?? new Set(), packageFolder, linters?.lintIn(sources.folder));
  if (component !== undefined) checkComponent(component, { builtIn, languages }, report);
  const selected = selectFindings(found, { ...parsed, undecided: languages.lint.undecided() });
  return { ...selected, manifest: component?.manifest };
}

/** The manifests of the components that flowc brings along, by name. */
export function builtInManifests(packageFolder: string, report: Report): readonly ComponentManifest[] {
  return parseManifests(loadBuiltIn(packageFolder, report), report);
}
