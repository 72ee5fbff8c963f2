import type { WorkflowDefinition } from "../run/definition.ts";

type Named = Pick<WorkflowDefinition, "name">;

/** The queue of the runs of a workflow; for DBOS, application and workflow have the name that the workflow has. */
export function queueOf({ name }: Named): string {
  return `flowc ${name}`;
}

/** What distinguishes a build of the workflow from others whose runs it cannot simply go on with. */
export function versionOf({ planHash, sourceHash }: Pick<WorkflowDefinition, "planHash" | "sourceHash">): string {
  return planHash ?? sourceHash;
}
