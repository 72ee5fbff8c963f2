import { basename, dirname } from "node:path";
import type { Source } from "../nouns/source.ts";
import { displayPath } from "./display-path.ts";
import { findComponent, findComponents } from "./find-components.ts";
import { findConfig } from "./find-config.ts";
import { type FoundFiles, findFiles, kindOf, reason } from "./find-files.ts";
import { UnreadableFile } from "./read-file.ts";
import { type ComponentSources, Reader } from "./reader.ts";

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
  /** Files that are not text, or too much of it, and why. */
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
