import { readComponents } from "./1-load/components.ts";
import { load, type WorkflowSources } from "./1-load/load.ts";
import { parseComponent } from "./2-parse/parse-component.ts";
import { parseWorkflow } from "./2-parse/parse-workflow.ts";
import { check } from "./3-check/check.ts";
import type { BundleOptions, OutputFile } from "./5-bundle/bundle.ts";
import type { ComponentManifest } from "./component.ts";
import { type Diagnostic, diagnostic, type Report } from "./diagnostic.ts";
import type { Plan } from "./plan.ts";
import { sortDiagnostics } from "./sort-diagnostics.ts";
import { withoutEchoes } from "./without-echoes.ts";

/** What checking gives: every finding, sorted, and the plan where none of them is an error. */
export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly plan: Plan | undefined;
  /** Name of the workflow, or of its file where it could not be read. */
  readonly name: string;
}

/** Loads, parses and checks one workflow. Writes nothing; throws only for bugs in flowc. */
export function checkWorkflow(sources: WorkflowSources, packageFolder: string): Checked {
  const found: Diagnostic[] = [];
  const report: Report = (code, span, message, extras) => void found.push(diagnostic(code, span, message, extras));

  const loaded = load(sources, report);
  const components = builtInComponents(packageFolder, report);
  const syntax = parseWorkflow(loaded, report);
  const plan = syntax?.complete && check({ workflow: syntax, sourceHash: loaded.sourceHash, components }, report);

  const diagnostics = sortDiagnostics(withoutEchoes(found));
  const clean = diagnostics.every(({ severity }) => severity !== "error");
  return { diagnostics, plan: clean && plan ? plan : undefined, name: syntax?.name.value ?? sources.workflow.name };
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
  const usesSqlite = plan.resources.some(({ action }) => action?.runtime === "memory");
  const runtimeFolder = `${options.packageFolder}/runtime`;
  const files = await bundle({ fileName, module, validators: validators.text, runtimeFolder, usesSqlite }, options);
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
