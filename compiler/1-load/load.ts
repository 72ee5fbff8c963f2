import { collector } from "../nouns/collector.ts";
import type { Report } from "../nouns/diagnostic.ts";
import { type Source, span } from "../nouns/source.ts";
import type { LoadedComponent, LoadedFile, LoadedWorkflow } from "../nouns/syntax.ts";
import { findComponents, isInside, isLinkOut } from "./find-components.ts";
import type { WorkflowSources } from "./read-sources.ts";
import { readYaml } from "./read-yaml.ts";
import { type ComponentSources, Reader } from "./reader.ts";
import { readScripts, scriptNames } from "./scripts.ts";

/**
 * Parses all YAML of the sources and reads their scripts; syntax errors are reported and the documents that could be read
 * are kept. Of `packageFolder` come the components that are built in.
 */
export function load(sources: WorkflowSources, packageFolder: string, report: Report): LoadedWorkflow {
  const parse = (source: Source) => parseSource(source, sources.unreadable, report);
  const workflow = parse(sources.workflow);
  const resources = sources.resources.map(parse);
  return {
    workflow,
    resources,
    config: sources.config && parse(sources.config),
    components: sources.components.map(loadComponent),
    builtIn: loadBuiltIn(packageFolder, report),
    scripts: readScripts(sources.folder, scriptNames([workflow, ...resources])),
    sourceHash: sources.hash,
  };
}

/** The manifests of the components that flowc brings along, sorted by name. */
export function loadBuiltIn(packageFolder: string, report: Report): readonly LoadedFile[] {
  const reader = new Reader(packageFolder, packageFolder);
  return findComponents(packageFolder).map((found) => readYaml(reader.component(found).manifest, report));
}

/** Parses the YAML of a component and of those inside it, and reads their scripts. */
export function loadComponent(sources: ComponentSources): LoadedComponent {
  const { name, folder, manifest, resources, outside, components, unreadable } = sources;
  const { found: findings, report } = collector();
  const parse = (source: Source) => (outside.length === 0 ? parseSource(source, unreadable, report) : unparsed(source));
  const own = { manifest: parse(manifest), resources: resources.map(parse) };
  const inner = components.map(loadComponent);
  return {
    name,
    ...own,
    findings,
    outside,
    components: inner,
    ...ownScripts(folder, [own.manifest, ...own.resources]),
  };
}

/** The scripts of a component; one outside of its folder stays unread. */
function ownScripts(folder: string, files: readonly LoadedFile[]): Pick<LoadedComponent, "scripts" | "linkedScripts"> {
  const names = scriptNames(files);
  const linked = new Set(names.filter((name) => isLinkOut(folder, name)));
  const isOwn = (name: string) => isInside(name) && !linked.has(name);
  const unread = names.filter((name) => !isOwn(name)).map((name) => [name, { kind: "text", text: "" }] as const);
  return { scripts: new Map([...readScripts(folder, names.filter(isOwn)), ...unread]), linkedScripts: linked };
}

function parseSource(source: Source, unreadable: ReadonlyMap<Source, string>, report: Report): LoadedFile {
  const problem = unreadable.get(source);
  if (problem === undefined) return readYaml(source, report);
  report("yaml-syntax", span(source, 0, 0), problem);
  return unparsed(source);
}

function unparsed(source: Source): LoadedFile {
  return { source, documents: [], broken: true, ignores: [] };
}
