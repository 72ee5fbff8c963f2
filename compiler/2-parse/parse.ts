import type { ComponentManifest, KnownComponents } from "../nouns/component.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { Ignore } from "../nouns/ignore.ts";
import type { Levels } from "../nouns/levels.ts";
import type { LoadedComponent, LoadedFile, LoadedWorkflow } from "../nouns/loaded.ts";
import type { Node } from "../nouns/node.ts";
import type { ScriptFile, Scripts } from "../nouns/script-file.ts";
import type { ComponentSyntax, WorkflowSyntax } from "../nouns/syntax.ts";
import { namedScripts } from "./named-scripts.ts";
import { parseComponent } from "./parse-component.ts";
import { type ParsedComponents, parseComponents, parseOneComponent } from "./parse-components.ts";
import { parseConfig } from "./parse-config.ts";
import { parseWorkflow } from "./parse-workflow.ts";
import { reportUnusedComponents } from "./unused-components.ts";

/** All that a workflow is made of, parsed. */
export interface Parsed {
  /** Undefined where there is no workflow document to build on. */
  readonly workflow: WorkflowSyntax | undefined;
  readonly builtIn: KnownComponents;
  /** The components made of resources that the workflow names. */
  readonly components: ParsedComponents;
  /** Files that it names by keys such as `scriptFile`. */
  readonly scripts: Scripts;
  /** The same with those of its components, by their names seen from the workflow's folder. */
  readonly allScripts: Scripts;
  /** What flowc.config.yaml says of codes. */
  readonly levels: Levels;
  /** The comments in all of its files. */
  readonly ignores: readonly Ignore[];
  /** All documents of its own files, as they were read. */
  readonly documents: readonly Node[];
}

/** Parses what has been loaded of a workflow. Everything wrong on the way is reported. */
export function parse(loaded: LoadedWorkflow, report: Report): Parsed {
  const builtIn = parseBuiltIn(loaded.builtIn, report);
  const workflow = parseWorkflow(loaded, report);
  const resources = workflow?.resources ?? [];
  const available = { beside: loaded.components, builtIn: new Set(builtIn.keys()) };
  const components = parseComponents(resources, available, report);
  if (workflow?.complete) reportUnusedComponents(loaded, resources, available.builtIn, report);
  const scripts = namedScripts({ resources, connections: workflow?.connections ?? [] }, loaded.scripts, report);
  const files = [loaded.workflow, ...loaded.resources];
  return {
    workflow,
    builtIn,
    components,
    scripts,
    allScripts: new Map([...scripts, ...scriptsIn(components.values())]),
    levels: loaded.config === undefined ? new Map() : parseConfig(loaded.config, report),
    ignores: [...files.flatMap((file) => file.ignores), ...ignoresIn(components.values())],
    documents: files.flatMap(({ documents }) => documents),
  };
}

/** One component by itself, parsed. */
export interface ParsedAlone extends Pick<Parsed, "builtIn" | "ignores" | "documents"> {
  /** Undefined where it cannot be used. */
  readonly component: ComponentSyntax | undefined;
}

/** Parses one component as the only one there is, beside those that flowc brings along. */
export function parseAlone(
  {
    component: loaded,
    builtIn: files,
  }: { readonly component: LoadedComponent; readonly builtIn: readonly LoadedFile[] },
  report: Report,
): ParsedAlone {
  const builtIn = parseBuiltIn(files, report);
  const component = parseOneComponent(loaded, new Set(builtIn.keys()), report);
  return { component, builtIn, ignores: ignoresIn([component]), documents: component?.body.documents ?? [] };
}

/** The manifests that can be used. */
export function parseManifests(files: readonly LoadedFile[], report: Report): readonly ComponentManifest[] {
  return files.map((file) => parseComponent(file, report)).filter((manifest) => manifest !== undefined);
}

function parseBuiltIn(files: readonly LoadedFile[], report: Report): KnownComponents {
  return new Map(
    parseManifests(files, report).map((manifest) => [manifest.name, { manifest, made: undefined }] as const),
  );
}

/** The comments of components and of those inside them. */
function ignoresIn(components: Iterable<ComponentSyntax | undefined>): readonly Ignore[] {
  return [...components].flatMap((component) =>
    component === undefined ? [] : [...component.ignores, ...ignoresIn(component.components.values())],
  );
}

function scriptsIn(components: Iterable<ComponentSyntax | undefined>): readonly (readonly [string, ScriptFile])[] {
  return [...components].flatMap((component) => {
    if (component === undefined) return [];
    const folder = `components/${component.place.replaceAll("/", "/components/")}`;
    const own = [...component.scripts].map(([name, file]) => [`${folder}/${name}`, file] as const);
    return [...own, ...scriptsIn(component.components.values())];
  });
}
