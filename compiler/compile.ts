import { readComponents } from "./1-load/components.ts";
import { load, type WorkflowSources } from "./1-load/load.ts";
import { hashWithScripts, readScripts } from "./1-load/scripts.ts";
import { parseComponent } from "./2-parse/parse-component.ts";
import { parseConfig } from "./2-parse/parse-config.ts";
import { parseWorkflow } from "./2-parse/parse-workflow.ts";
import { scriptFiles } from "./2-parse/script-files.ts";
import { check } from "./3-check/check.ts";
import type { BundleOptions, OutputFile } from "./5-bundle/bundle.ts";
import type { ComponentManifest } from "./component.ts";
import { type Diagnostic, diagnostic, type Report } from "./diagnostic.ts";
import { applyIgnores, type Silenced } from "./ignore.ts";
import { applyLevels } from "./levels.ts";
import type { Plan } from "./plan.ts";
import { sortDiagnostics } from "./sort-diagnostics.ts";
import type { WorkflowSyntax } from "./syntax.ts";
import { withoutEchoes } from "./without-echoes.ts";

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
  /** Files beside the YAML that the workflow is made of, from its folder. */
  readonly scripts: readonly string[];
}

/** Loads, parses and checks one workflow. Writes nothing; throws only for bugs in flowc. */
export function checkWorkflow(sources: WorkflowSources, packageFolder: string): Checked {
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));

  const loaded = load(sources, report);
  const components = builtInComponents(packageFolder, report);
  const syntax = parseWorkflow(loaded, report);
  const scripts = readScripts(sources.folder, syntax === undefined ? [] : scriptFiles(syntax));
  const sourceHash = hashWithScripts(loaded.sourceHash, scripts);
  const plan = syntax?.complete && check({ workflow: syntax, sourceHash, components, scripts }, report);

  const levels = loaded.config === undefined ? new Map() : parseConfig(loaded.config, report);
  const ignores = [loaded.workflow, ...loaded.resources].flatMap((file) => file.ignores);
  const { kept, silenced } = applyIgnores(withoutEchoes(found), ignores);
  const diagnostics = sortDiagnostics(applyLevels(kept, levels));
  const clean = ![...diagnostics, ...silenced.map((item) => item.diagnostic)].some(isError);
  return {
    diagnostics,
    silenced,
    plan: clean && plan ? plan : undefined,
    syntax,
    name: syntax?.name.value ?? sources.workflow.name,
    scripts: [...scripts.keys()],
  };
}

/** What keeps a workflow from being built: its errors, those that comments silence too. */
export function obstacles({ diagnostics, silenced }: Checked): readonly Diagnostic[] {
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
}

/** Emits and bundles a plan. The heavy phases are loaded only here. */
export async function buildPlan(plan: Plan, options: BuildOptions): Promise<readonly OutputFile[]> {
  const [{ emitModule }, { emitDeclaration }, { emitValidators }, { bundle }] = await Promise.all([
    import("./4-emit/module.ts"),
    import("./4-emit/declaration.ts"),
    import("./4-emit/validators.ts"),
    import("./5-bundle/bundle.ts"),
  ]);
  const validators = emitValidators(plan);
  const module = emitModule(plan, { compilerVersion: options.compilerVersion, validators: validators.names });
  const fileName = bundleName(plan.name);
  const usesSqlite =
    plan.resources.some(({ action }) => action?.runtime === "memory") ||
    plan.connections.some(({ drivers }) => drivers.includes("sqlite"));
  const usesRequire = usesSqlite || plan.connections.length > 0;
  const runtimeFolder = `${options.packageFolder}/runtime`;
  const input = { fileName, module, validators: validators.text, runtimeFolder, usesSqlite, usesRequire };
  const files = await bundle(input, options);
  return [...files, { kind: "text", name: `${fileName}.d.mts`, text: emitDeclaration(plan), executable: false }];
}

/** The name of a workflow as a file name: letters, digits, `.`, `_` and `-`; all else becomes `-`. */
export function bundleName(workflowName: string): string {
  const name = workflowName
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
  return name === "" ? "workflow" : name;
}

function builtInComponents(packageFolder: string, report: Report): ReadonlyMap<string, ComponentManifest> {
  const manifests = readComponents(`${packageFolder}/components`, report).map((file) => parseComponent(file, report));
  return new Map(manifests.filter((manifest) => manifest !== undefined).map((manifest) => [manifest.name, manifest]));
}
