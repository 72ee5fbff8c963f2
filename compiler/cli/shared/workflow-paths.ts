import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { reason, workflowAt } from "../../1-load/find-files.ts";
import { findWorkflows } from "../../1-load/find-workflows.ts";
import { type Context, UsageError } from "./context.ts";

/**
 * The workflows that the arguments of a command stand for, as absolute paths, each once. A folder without a workflow
 * stands for all those below it; what is not a workflow at all stays, and reading it says so.
 */
export function workflowPaths(given: readonly string[], context: Context): readonly string[] {
  const seen = new Map<string, string>();
  for (const path of given) {
    if (path === "") throw new UsageError("the path is empty");
    for (const found of expand(resolve(context.workingFolder, path), context)) {
      const file = realFile(found);
      if (!seen.has(file)) seen.set(file, found);
    }
  }
  return [...seen.values()];
}

function expand(path: string, { workingFolder }: Context): readonly string[] {
  try {
    if (workflowAt(path) !== undefined) return [path];
    const below = findWorkflows(path);
    return below.length === 0 ? [path] : below;
  } catch (error) {
    const { path: at = path } = error as NodeJS.ErrnoException;
    if (at === path) return [path];
    throw new UsageError(`cannot read ${relative(workingFolder, at)}: ${reason(error)}`);
  }
}

/** The workflow's file, whatever links lead to it. */
function realFile(path: string): string {
  try {
    return realpathSync(workflowAt(path) ?? path);
  } catch {
    return path;
  }
}
