import type { WorkflowDefinition } from "../run/definition.ts";

type Named = Pick<WorkflowDefinition, "name">;

/** The queue of the runs of a workflow. */
export function queueOf({ name }: Named): string {
  return `flowc ${name}`;
}

/** What the one workflow of DBOS is called that runs a workflow of flowc. */
export const runName = "run";

/** What distinguishes a build of the workflow from others whose runs it cannot simply go on with. */
export function versionOf({ planHash, sourceHash }: Pick<WorkflowDefinition, "planHash" | "sourceHash">): string {
  return planHash ?? sourceHash;
}
