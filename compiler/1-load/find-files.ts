import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The files of one workflow as absolute paths, or one sentence that says why there are none. */
export type FoundFiles =
  | {
      readonly kind: "found";
      readonly folder: string;
      readonly workflow: string;
      readonly resources: readonly string[];
    }
  | { readonly kind: "problem"; readonly message: string };

const workflowNames = ["workflow.yaml", "workflow.yml"];

/**
 * Finds the workflow at `path` (a workflow file, or a folder that holds `workflow.yaml` or `workflow.yml`) and the
 * resource files beside it: `resources/**\/*.{yaml,yml}` without tests, sorted (spec section 2).
 */
export function findFiles(path: string, show: (path: string) => string): FoundFiles {
  try {
    if (kindOf(path) === "missing") return { kind: "problem", message: `no such file or folder: ${show(path)}` };
    const workflow = workflowAt(path);
    if (workflow === undefined)
      return { kind: "problem", message: `no workflow.yaml or workflow.yml in the folder: ${show(path)}` };
    const folder = dirname(workflow);
    const resources = yamlFilesBelow(join(folder, "resources"), new Set());
    return { kind: "found", folder, workflow, resources: resources.filter((file) => file !== workflow).sort() };
  } catch (error) {
    const at = (error as NodeJS.ErrnoException).path ?? path;
    return { kind: "problem", message: `cannot read ${show(at)}: ${reason(error)}` };
  }
}

/** Why a file operation failed, in words: `permission denied`, `no such file or folder`, else the system's message. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "ENOENT") return "no such file or folder";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EEXIST") return "a file of that name is in the way";
  if (code === "ENOTDIR") return "a part of the path is not a folder";
  if (code === "ELOOP") return "the symbolic links lead in a circle";
  if (code === "ENAMETOOLONG") return "the name is too long";
  if (code === "EROFS") return "the file system is read-only";
  if (code === "ENOSPC") return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}

/** The workflow file at `path`, a file or a folder; undefined where there is none. Throws where it cannot be seen. */
export function workflowAt(path: string): string | undefined {
  const kind = kindOf(path);
  return kind === "folder" ? workflowIn(path) : kind === "file" ? path : undefined;
}

/** The workflow file in a folder. */
export function workflowIn(folder: string): string | undefined {
  return workflowNames.map((name) => join(folder, name)).find((file) => kindOf(file) === "file");
}

/** What is at a path, links followed. What is not a folder counts as a file: reading it reports a pipe or a device. */
export function kindOf(path: string): "file" | "folder" | "missing" {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  return stat.isDirectory() ? "folder" : "file";
}

/** All YAML files below a folder. `visited` holds real paths, so that a loop of symbolic links ends. */
export function yamlFilesBelow(folder: string, visited: Set<string>): string[] {
  if (kindOf(folder) !== "folder") return [];
  const real = realpathSync(folder);
  if (visited.has(real)) return [];
  visited.add(real);
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (/(?<!\.test)\.ya?ml$/.test(basename(name)) && kindOf(path) === "file") return [path];
    return yamlFilesBelow(path, visited);
  });
}
