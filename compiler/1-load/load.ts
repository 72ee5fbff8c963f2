import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import type { Report } from "../diagnostic.ts";
import { type Source, span } from "../source.ts";
import type { LoadedFile, LoadedWorkflow } from "../syntax.ts";
import { type FoundFiles, findFiles, reason } from "./find-files.ts";
import { readYaml } from "./read-yaml.ts";

/** The texts of one workflow's files before anything is parsed: enough to know whether a build is still good. */
export interface WorkflowSources {
  readonly kind: "sources";
  /** Folder of the workflow, absolute. */
  readonly folder: string;
  readonly workflow: Source;
  readonly resources: readonly Source[];
  /** Files that are not UTF-8; their text holds replacement characters. */
  readonly notUtf8: readonly Source[];
  /** SHA-256 (hex) over the names and texts of all files. */
  readonly hash: string;
}

export type Problem = Extract<FoundFiles, { kind: "problem" }>;

/** Reads the files of the workflow at `path` (absolute), shown to the user as seen from `workingFolder`. */
export function readSources(path: string, workingFolder: string): WorkflowSources | Problem {
  const shown = displayPath(path, workingFolder);
  const found = findFiles(path, shown);
  if (found.kind === "problem") return found;
  const notUtf8: Source[] = [];
  const read = (file: string): Source => {
    const { text, valid } = decode(readFile(file, displayPath(file, workingFolder)));
    const name = slashes(relative(found.folder, file));
    const source = { path: displayPath(file, workingFolder), name, text };
    if (!valid) notUtf8.push(source);
    return source;
  };
  try {
    const workflow = read(found.workflow);
    const resources = found.resources.map(read);
    const hash = hashOf([workflow, ...resources]);
    return { kind: "sources", folder: found.folder, workflow, resources, notUtf8, hash };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: "problem", message: error.message };
    throw error;
  }
}

/** Parses all YAML of the sources; syntax errors are reported and the documents that could be read are kept. */
export function load(sources: WorkflowSources, report: Report): LoadedWorkflow {
  const parse = (source: Source): LoadedFile => {
    if (!sources.notUtf8.includes(source)) return readYaml(source, report);
    report("yaml-syntax", span(source, 0, 0), "the file is not UTF-8 text");
    return { source, documents: [], broken: true };
  };
  return {
    workflow: parse(sources.workflow),
    resources: sources.resources.map(parse),
    sourceHash: sources.hash,
  };
}

class UnreadableFile extends Error {}

function readFile(file: string, shown: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UnreadableFile(`cannot read ${shown}: ${reason(error)}`);
  }
}

function decode(bytes: Buffer): { text: string; valid: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), valid: true };
  } catch {
    return { text: new TextDecoder("utf-8").decode(bytes), valid: false };
  }
}

function hashOf(sources: readonly Source[]): string {
  const hash = createHash("sha256");
  for (const { name, text } of sources) hash.update(`${name}\0${text.length}\0${text}\0`);
  return hash.digest("hex");
}

function displayPath(path: string, workingFolder: string): string {
  const shorter = relative(workingFolder, path);
  return slashes(shorter === "" || shorter.startsWith("..") || isAbsolute(shorter) ? path : shorter);
}

function slashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
