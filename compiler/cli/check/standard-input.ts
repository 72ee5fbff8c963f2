import { dirname, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { displayPath, slashes } from "../../1-load/display-path.ts";
import { workflowAt } from "../../1-load/find-files.ts";
import { owningWorkflow } from "../../1-load/owning-workflow.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { Source } from "../../nouns/source.ts";
import type { Context } from "../shared/context.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { filesOf, withTexts } from "./with-texts.ts";

/**
 * A workflow with the text on standard input in the place of one of its files, which need not be there; without a name the
 * text is a workflow by itself.
 */
export async function sourcesFromInput(fileName: string | undefined, context: Context): Promise<WorkflowSources> {
  const given = await text(context.stdin);
  const { workingFolder } = context;
  if (fileName === undefined) return alone({ path: "<stdin>", name: "stdin.yaml", text: given }, workingFolder);
  const path = resolve(workingFolder, fileName);
  const owner = owningWorkflow(path);
  if (owner === undefined && workflowAt(path) === undefined)
    return alone(sourceOf(path, given, context), dirname(path));
  const sources = readWorkflow(owner ?? path, context);
  const known = filesOf(sources).find((source) => resolve(sources.folder, source.name) === path);
  if (known !== undefined) return withTexts(sources, new Map([[known, given]]));
  return { ...sources, resources: [...sources.resources, sourceOf(path, given, context, sources.folder)] };
}

function sourceOf(path: string, given: string, { workingFolder }: Context, folder = dirname(path)): Source {
  return { path: displayPath(path, workingFolder), name: slashes(relative(folder, path)), text: given };
}

function alone(workflow: Source, folder: string): WorkflowSources {
  const nothing = { resources: [], components: [], config: undefined, unreadable: new Map() };
  return { kind: "sources", folder, workflow, ...nothing, hash: "" };
}
