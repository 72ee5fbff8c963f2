import { createHash } from "node:crypto";
import { isAbsolute, relative, sep } from "node:path";
import type { Report } from "../diagnostic.ts";
import { type Source, span } from "../source.ts";
import type { LoadedFile, LoadedWorkflow } from "../syntax.ts";
import { findConfig } from "./find-config.ts";
import { type FoundFiles, findFiles } from "./find-files.ts";
import { readText, UnreadableFile } from "./read-file.ts";
import { readYaml } from "./read-yaml.ts";

/** The texts of one workflow's files before anything is parsed: enough to know whether a build is still good. */
export interface WorkflowSources {
  readonly kind: "sources";
  /** Folder of the workflow, absolute. */
  readonly folder: string;
  readonly workflow: Source;
  readonly resources: readonly Source[];
  /** The flowc.config.yaml that goes for it: it enters no bundle. */
  readonly config: Source | undefined;
  /** Files that are no text, or too much of it, and why. */
  readonly unreadable: ReadonlyMap<Source, string>;
  /** SHA-256 (hex) over the names and texts of all files but the configuration. */
  readonly hash: string;
}

export type Problem = Extract<FoundFiles, { kind: "problem" }>;

/** Characters that all files of a workflow may have together. */
const maximumSize = 4 * 1024 * 1024;

/** Reads the files of the workflow at `path` (absolute), shown to the user as seen from `workingFolder`. */
export function readSources(path: string, workingFolder: string): WorkflowSources | Problem {
  const show = (file: string) => displayPath(file, workingFolder);
  const found = findFiles(path, show);
  if (found.kind === "problem") return found;
  const unreadable = new Map<Source, string>();
  let size = 0;
  const read = (file: string): Source => {
    const { text, problem } = readShown(file, show);
    size += text.length;
    const excess =
      size > maximumSize ? `the files up to here have more than ${maximumSize / 1024 / 1024} MiB` : undefined;
    const source = { path: show(file), name: slashes(relative(found.folder, file)), text: excess ? "" : text };
    if (excess !== undefined || problem !== undefined) unreadable.set(source, excess ?? problem ?? "");
    return source;
  };
  try {
    const workflow = read(found.workflow);
    const resources = found.resources.map(read);
    const hash = hashOf([workflow, ...resources], unreadable);
    const configPath = findConfig(found.folder, workingFolder);
    const config = configPath === undefined ? undefined : read(configPath);
    return { kind: "sources", folder: found.folder, workflow, resources, config, unreadable, hash };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "problem", message: error.message };
    throw error;
  }
}

/** Parses all YAML of the sources; syntax errors are reported and the documents that could be read are kept. */
export function load(sources: WorkflowSources, report: Report): LoadedWorkflow {
  const parse = (source: Source): LoadedFile => {
    const problem = sources.unreadable.get(source);
    if (problem === undefined) return readYaml(source, report);
    report("yaml-syntax", span(source, 0, 0), problem);
    return { source, documents: [], broken: true, ignores: [] };
  };
  return {
    workflow: parse(sources.workflow),
    resources: sources.resources.map(parse),
    config: sources.config && parse(sources.config),
    sourceHash: sources.hash,
  };
}

function readShown(file: string, show: (path: string) => string): ReturnType<typeof readText> {
  try {
    return readText(file);
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(`cannot read ${show(file)}: ${error.message}`) : error;
  }
}

function hashOf(sources: readonly Source[], unreadable: ReadonlyMap<Source, string>): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    hash.update(`${source.name}\0${source.text.length}\0${source.text}\0`);
    const problem = unreadable.get(source);
    if (problem !== undefined) hash.update(problem);
  }
  return hash.digest("hex");
}

function displayPath(path: string, workingFolder: string): string {
  const shorter = relative(workingFolder, path);
  return slashes(shorter === "" || shorter.startsWith("..") || isAbsolute(shorter) ? path : shorter);
}

function slashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
