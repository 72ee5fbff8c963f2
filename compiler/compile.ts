import { realpathSync } from "node:fs";
import { readComponents } from "./1-load/components.ts";
import { load, type WorkflowSources } from "./1-load/load.ts";
import type { ComponentSources } from "./1-load/reader.ts";
import { hashWithScripts, readScripts } from "./1-load/scripts.ts";
import { parseComponent } from "./2-parse/parse-component.ts";
import { parseComponents, parseOneComponent } from "./2-parse/parse-components.ts";
import { parseConfig } from "./2-parse/parse-config.ts";
import { parseWorkflow } from "./2-parse/parse-workflow.ts";
import { scriptFiles } from "./2-parse/script-files.ts";
import { check, checkComponent } from "./3-check/check.ts";
import { hideSecrets } from "./3-check/secrets/hide.ts";
import { withoutEchoes } from "./3-check/without-echoes.ts";
import type { BundleTarget } from "./4-emit/module.ts";
import type { BundleOptions, OutputFile } from "./5-bundle/bundle.ts";
import { actionFile } from "./6-ship/github-action.ts";
import { licenseNotices } from "./6-ship/notices.ts";
import type { ComponentManifest, KnownComponent } from "./component.ts";
import { type Diagnostic, diagnostic, type Report } from "./diagnostic.ts";
import { applyIgnores, type Ignore, type Silenced } from "./ignore.ts";
import { applyLevels } from "./levels.ts";
import type { Plan } from "./plan.ts";
import { sortDiagnostics } from "./sort-diagnostics.ts";
import type { ComponentSyntax, ScriptFile, WorkflowSyntax } from "./syntax.ts";

/** What checking gives: every finding, sorted, and the plan where none of them is an error. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** What comments keep from being reported; errors among it keep the plan from being made all the same. */
  readonly silenced: readonly Silenced[];
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

/** Loads, parses and checks one workflow. Writes nothing; throws only for bugs in flowc. */
export function checkWorkflow(sources: WorkflowSources, packageFolder: string): Checked {
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));

  const loaded = load(sources, report);
  const builtIn = builtInComponents(packageFolder, report);
  const syntax = parseWorkflow(loaded, report);
  const available = { beside: sources.components, builtIn: new Set(builtIn.keys()) };
  const components = parseComponents(syntax?.resources ?? [], available, report);
  const scripts = readScripts(sources.folder, syntax === undefined ? [] : scriptFiles(syntax));
  const allScripts = new Map([...scripts, ...scriptsIn(components.values())]);
  const sourceHash = hashWithScripts(loaded.sourceHash, allScripts);
  const plan = syntax?.complete && check({ workflow: syntax, sourceHash, builtIn, components, scripts }, report);

  const levels = loaded.config === undefined ? new Map() : parseConfig(loaded.config, report);
  const ignores = [
    ...[loaded.workflow, ...loaded.resources].flatMap((file) => file.ignores),
    ...ignoresIn(components.values()),
  ];
  const texts = [loaded.workflow, ...loaded.resources].flatMap(({ documents }) => documents);
  const told = hideSecrets(withoutEchoes(found, syntax?.resources ?? []), texts);
  const { kept, silenced } = applyIgnores(told, ignores);
  const diagnostics = sortDiagnostics(applyLevels(kept, levels));
  const clean = ![...diagnostics, ...silenced.map((item) => item.diagnostic)].some(isError);
  return {
    diagnostics,
    silenced,
    plan: clean && plan ? plan : undefined,
    syntax,
    name: syntax?.name.value ?? sources.workflow.name,
    scripts: [...allScripts.keys()],
    sourceHash,
  };
}

/** Checks one component by itself. */
export function checkComponentFolder(
  sources: ComponentSources,
  packageFolder: string,
): Pick<Checked, "diagnostics" | "silenced"> & { readonly manifest: ComponentManifest | undefined } {
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));
  const builtIn = builtInComponents(packageFolder, report);
  const component = parseOneComponent(sources, new Set(builtIn.keys()), report);
  if (component !== undefined) checkComponent(component, builtIn, report);
  const told = hideSecrets(withoutEchoes(found, component?.body.resources ?? []), component?.body.documents ?? []);
  const { kept, silenced } = applyIgnores(told, ignoresIn([component]));
  return { diagnostics: sortDiagnostics(kept), silenced, manifest: component?.manifest };
}

/** The comments of components and of those inside them. */
function ignoresIn(components: Iterable<ComponentSyntax | undefined>): readonly Ignore[] {
  return [...components].flatMap((component) =>
    component === undefined ? [] : [...component.ignores, ...ignoresIn(component.components.values())],
  );
}

/** The scripts of components and of those inside them, by their names seen from the workflow's folder. */
function scriptsIn(components: Iterable<ComponentSyntax | undefined>): readonly (readonly [string, ScriptFile])[] {
  return [...components].flatMap((component) => {
    if (component === undefined) return [];
    const folder = `components/${component.place.replaceAll("/", "/components/")}`;
    const own = [...component.scripts].map(([name, file]) => [`${folder}/${name}`, file] as const);
    return [...own, ...scriptsIn(component.components.values())];
  });
}

/** What keeps a workflow from being built: its errors, those that comments silence too. */
export function obstacles({ diagnostics, silenced }: Pick<Checked, "diagnostics" | "silenced">): readonly Diagnostic[] {
  const hidden = silenced.map(({ diagnostic: item, by }) => {
    const note = { message: "silenced here, but it keeps the workflow from being built", span: by.span };
    return { ...item, notes: [...item.notes, note] };
  });
  return sortDiagnostics([...diagnostics, ...hidden].filter(isError));
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Where and how a plan is turned into files. */
export interface BuildOptions extends BundleOptions {
  readonly packageFolder: string;
  readonly compilerVersion: string;
  /** Of the compiler: see Context. */
  readonly compilerBuild: string;
  readonly target?: BundleTarget;
}

/** Emits and bundles a plan, or what goes into its executable. The heavy phases are loaded only here. */
export async function buildPlan(plan: Plan, options: BuildOptions): Promise<readonly OutputFile[]> {
  const [{ emitModule }, { emitDeclaration }, { emitValidators }, { bundle }, { seal }, { provenanceOf }] =
    await Promise.all([
      import("./4-emit/module.ts"),
      import("./4-emit/declaration.ts"),
      import("./4-emit/validators.ts"),
      import("./5-bundle/bundle.ts"),
      import("./5-bundle/seal.ts"),
      import("./5-bundle/provenance-of.ts"),
    ]);
  const validators = emitValidators(plan);
  const module = emitModule(plan, {
    compilerVersion: options.compilerVersion,
    validators: validators.names,
    ...(options.target && { target: options.target }),
    ...(options.executable && { executable: true }),
  });
  const fileName = bundleName(plan.name);
  const usesRequire = usesSqlite(plan) || plan.connections.length > 0;
  // esbuild follows links, and names modules by their way from this folder.
  const runtimeFolder = realpathSync(`${options.packageFolder}/runtime`);
  const { name } = plan;
  const input = {
    fileName,
    name,
    module,
    validators: validators.text,
    runtimeFolder,
    usesSqlite: usesSqlite(plan),
    usesRequire,
  };
  const files = await bundle(input, options);
  if (options.executable) return files;
  const declaration = emitDeclaration(plan);
  const all = [
    ...files,
    { kind: "text", name: `${fileName}.d.mts`, text: declaration, executable: false } as const,
    ...licenseNotices(files),
    ...(options.target === "github-action" ? [actionFile(plan, `${fileName}.mjs`)] : []),
  ];
  return seal(all, provenanceOf(plan, options, usesSqlite(plan)));
}

/** Whether a run may open an SQLite file, for which a bundle needs the addon of its platform. */
export function usesSqlite(plan: Plan): boolean {
  const resources = [...plan.resources, ...plan.components.flatMap((component) => component.resources)];
  return (
    resources.some(({ action }) => action?.runtime === "memory") ||
    plan.connections.some(({ drivers }) => drivers.includes("sqlite"))
  );
}

/** The name of a workflow as a file name: letters, digits, `.`, `_` and `-`; all else becomes `-`. */
export function bundleName(workflowName: string): string {
  const name = workflowName
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return name === "" ? "workflow" : name;
}

/** The manifests of the components that flowc brings along, by name. */
export function builtInManifests(packageFolder: string, report: Report): readonly ComponentManifest[] {
  const manifests = readComponents(`${packageFolder}/components`, report).map((file) => parseComponent(file, report));
  return manifests.filter((manifest) => manifest !== undefined);
}

function builtInComponents(packageFolder: string, report: Report): ReadonlyMap<string, KnownComponent> {
  const manifests = builtInManifests(packageFolder, report);
  return new Map(manifests.map((manifest) => [manifest.name, { manifest, made: undefined }]));
}
