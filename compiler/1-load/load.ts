import { collector } from "../nouns/collector.ts";
import type { Report } from "../nouns/diagnostic.ts";
import type { LoadedComponent, LoadedFile, LoadedWorkflow } from "../nouns/loaded.ts";
import { type Source, span } from "../nouns/source.ts";
import { findComponents, isInside, isLinkOut } from "./find-components.ts";
import { namedFiles, readNamedFiles } from "./named-files.ts";
import type { WorkflowSources } from "./read-sources.ts";
import { readYaml } from "./read-yaml.ts";
import { type ComponentSources, Reader } from "./reader.ts";
import { type FilePlace, sourceOf } from "./scripts.ts";

/**
 * Parses all YAML of the sources and reads their scripts; syntax errors are reported and the documents that could be read
 * are kept. Of `packageFolder` come the components that are built in.
 */
export function load(sources: WorkflowSources, packageFolder: string, report: Report): LoadedWorkflow {
  const parse = (source: Source) => parseSource(source, sources.unreadable, report);
  const workflow = parse(sources.workflow);
  const resources = sources.resources.map(parse);
  const place = { folder: sources.folder, beside: sources.workflow };
  return {
    workflow,
    resources,
    config: sources.config && parse(sources.config),
    components: sources.components.map(loadComponent),
    builtIn: loadBuiltIn(packageFolder, report),
    scripts: readNamedFiles(place, namedFiles([workflow, ...resources])),
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
    ...ownScripts({ folder, beside: manifest }, [own.manifest, ...own.resources]),
  };
}

/** The scripts of a component; one outside of its folder stays unread. */
function ownScripts(
  place: FilePlace,
  files: readonly LoadedFile[],
): Pick<LoadedComponent, "scripts" | "linkedScripts"> {
  const named = namedFiles(files);
  const names = [...named.keys()];
  const linked = new Set(names.filter((name) => isLinkOut(place.folder, name)));
  const isOwn = (name: string) => isInside(name) && !linked.has(name);
  const own = new Map([...named].filter(([name]) => isOwn(name)));
  const scripts = new Map(readNamedFiles(place, own));
  for (const name of names) {
    if (!isOwn(name)) scripts.set(name, { kind: "text", text: "", source: sourceOf(name, "", place.beside) });
  }
  return { scripts, linkedScripts: linked };
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
