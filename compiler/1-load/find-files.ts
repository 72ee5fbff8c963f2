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
 * resource files beside it: `resources/**\/*.{yaml,yml}`, sorted (spec section 2).
 */
export function findFiles(path: string, shown: string): FoundFiles {
  try {
    const kind = kindOf(path);
    if (kind === "missing") return { kind: "problem", message: `no such file or folder: ${shown}` };
    const workflow = kind === "folder" ? workflowIn(path) : path;
    if (workflow === undefined)
      return { kind: "problem", message: `no workflow.yaml or workflow.yml in the folder: ${shown}` };
    const folder = dirname(workflow);
    const resources = yamlFilesBelow(join(folder, "resources"), new Set());
    return { kind: "found", folder, workflow, resources: resources.filter((file) => file !== workflow).sort() };
  } catch (error) {
    return { kind: "problem", message: `cannot read ${shown}: ${reason(error)}` };
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
  if (code === "EROFS") return "the file system is read-only";
  if (code === "ENOSPC") return "the disk is full";
  return error instanceof Error ? error.message : String(error);
}

function workflowIn(folder: string): string | undefined {
  return workflowNames.map((name) => join(folder, name)).find((file) => kindOf(file) === "file");
}

function kindOf(path: string): "file" | "folder" | "missing" {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  return stat.isDirectory() ? "folder" : "file";
}

/** `visited` holds real paths, so that a loop of symbolic links ends. */
function yamlFilesBelow(folder: string, visited: Set<string>): string[] {
  if (kindOf(folder) !== "folder") return [];
  const real = realpathSync(folder);
  if (visited.has(real)) return [];
  visited.add(real);
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (/\.ya?ml$/.test(basename(name)) && kindOf(path) === "file") return [path];
    return yamlFilesBelow(path, visited);
  });
}
