import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { DBOS, type WorkflowStatus } from "@dbos-inc/dbos-sdk";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type Given, givenToKeep, type RunArguments, shownGiven } from "./given.ts";

type Named = Pick<WorkflowDefinition, "name">;

/** The id of the run that a client's key stands for, among those of the same `kind`, such as a route. */
export function idOfKey({ name }: Named, kind: readonly string[], key: string): string {
  const all = JSON.stringify([name, ...kind, key]);
  return createHash("sha256").update(all).digest("hex").slice(0, 32);
}

/** Whether the run with this id was given the same: inputs, query and body. */
export async function wasGiven(
  definition: Pick<WorkflowDefinition, "name" | "effects">,
  id: string,
  given: Given,
): Promise<boolean> {
  const run = await findRun(definition, id);
  const asked = run && givenOf(run);
  // Both as rows have them, without secrets.
  const wanted = shownGiven(givenToKeep(definition, given));
  return asked !== undefined && isDeepStrictEqual(essence(asked), essence(wanted));
}

/** A run of this workflow in the database of this process's engine. */
export async function findRun({ name }: Named, id: string): Promise<WorkflowStatus | undefined> {
  const [run] = await DBOS.listWorkflows({ workflowIDs: [id], workflowName: name, applicationName: name });
  return run;
}

/** What a run was given, `***` in place of secrets. */
export function givenOf({ input }: WorkflowStatus): Given | undefined {
  const [, kept] = (input ?? []) as unknown as Partial<RunArguments>;
  return kept && shownGiven(kept);
}

function essence({ inputs, request }: Given): unknown {
  return { inputs: { ...inputs }, query: { ...request?.query }, body: request?.body };
}
