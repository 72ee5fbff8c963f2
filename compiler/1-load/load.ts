import { basename, dirname } from "node:path";
import { collector } from "../nouns/collector.ts";
import type { Report } from "../nouns/diagnostic.ts";
import { type Source, span } from "../nouns/source.ts";
import type { LoadedComponent, LoadedFile, LoadedWorkflow } from "../nouns/syntax.ts";
import { displayPath } from "./display-path.ts";
import { findComponent, findComponents, isInside, isLinkOut } from "./find-components.ts";
import { findConfig } from "./find-config.ts";
import { type FoundFiles, findFiles, kindOf, reason } from "./find-files.ts";
import { namedFiles } from "./named-files.ts";
import { UnreadableFile } from "./read-file.ts";
import { readYaml } from "./read-yaml.ts";
import { type ComponentSources, Reader } from "./reader.ts";
import { type FilePlace, readNamedFiles, sourceOf } from "./scripts.ts";

/** The texts of one workflow's files before anything is parsed: enough to know whether a build is still good. */
export interface WorkflowSources {
  readonly kind: "sources";
  /** Folder of the workflow, absolute. */
  readonly folder: string;
  readonly workflow: Source;
  readonly resources: readonly Source[];
  /** What lies in `components/` beside the workflow, used or not. */
  readonly components: readonly ComponentSources[];
  /** The flowc.config.yaml that goes for it: it enters no bundle. */
  readonly config: Source | undefined;
  /** Files that are no text, or too much of it, and why. */
  readonly unreadable: ReadonlyMap<Source, string>;
  /** SHA-256 (hex) over the names and texts of all files but the configuration. */
  readonly hash: string;
}

export type Problem = Extract<FoundFiles, { kind: "problem" }>;

/** Reads the files of the workflow at `path` (absolute), shown to the user as seen from `workingFolder`. */
export function readSources(path: string, workingFolder: string): WorkflowSources | Problem {
  const found = findFiles(path, (file) => displayPath(file, workingFolder));
  if (found.kind === "problem") return found;
  const { folder } = found;
  return orProblem(path, workingFolder, () => {
    const reader = new Reader(folder, workingFolder);
    const workflow = reader.read(found.workflow);
    const resources = found.resources.map((file) => reader.read(file));
    const components = findComponents(folder).map((component) => reader.component(component));
    const hash = reader.hash();
    const configPath = findConfig(folder, workingFolder);
    const config = configPath === undefined ? undefined : reader.read(configPath);
    return { kind: "sources", folder, workflow, resources, components, config, unreadable: reader.unreadable, hash };
  });
}

/** Reads the files of the component at `path` (absolute), its folder or its component.yaml; a problem without one. */
export function readComponentSources(path: string, workingFolder: string): ComponentSources | Problem {
  return orProblem(path, workingFolder, () => {
    const folder = kindOf(path) === "file" ? dirname(path) : path;
    const found = findComponent(folder, basename(folder));
    if (found !== undefined) return new Reader(folder, workingFolder).component(found);
    return { kind: "problem", message: `no component.yaml in the folder: ${displayPath(path, workingFolder)}` };
  });
}

function orProblem<Result>(path: string, workingFolder: string, read: () => Result): Result | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "problem", message: error.message };
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    const at = (error as NodeJS.ErrnoException).path ?? path;
    return { kind: "problem", message: `cannot read ${displayPath(at, workingFolder)}: ${reason(error)}` };
  }
}

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
