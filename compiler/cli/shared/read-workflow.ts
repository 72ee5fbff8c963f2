import { resolve } from "node:path";
import { readSources, type WorkflowSources } from "../../1-load/read-sources.ts";
import { type Context, UsageError } from "./context.ts";

/** Reads the files of the workflow at a path. Throws UsageError where there is none to read. */
export function readWorkflow(path: string, { workingFolder }: Context): WorkflowSources {
  const sources = readSources(resolve(workingFolder, path), workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  return sources;
}
