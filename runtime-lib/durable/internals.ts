import { getCurrentContextStore } from "@dbos-inc/dbos-sdk/internal/context";
import { getExecutor } from "@dbos-inc/dbos-sdk/internal/dbos";
import { INTERNAL_QUEUE_NAME } from "@dbos-inc/dbos-sdk/internal/utils";
import type { Pool } from "pg";

// All that flowc asks of the SDK of DBOS beyond what that documents. test/runtime-lib/durable/internals.test.ts holds the
// SDK to it.

/** The queue that every process takes runs from. */
export const internalQueue = INTERNAL_QUEUE_NAME;

/** Has the next step of the workflow in whose context this is called get this number: those below are recorded. */
export function numberStepsFrom(next: number): void {
  const context = getCurrentContextStore();
  if (context === undefined) throw new Error("steps are numbered inside a workflow");
  context.curWFFunctionId = next;
}

/** Puts the runs that an executor of this version is running back on their queue; those without one on `queue`. Gives their ids. */
export function putBack(executor: string, version: string, queue: string): Promise<readonly string[]> {
  return getExecutor().systemDatabase.reenqueueWorkflowsForRecovery(executor, version, queue);
}

/** No run is taken from a queue any more, and no schedule fires. */
export function stopTaking(): Promise<void> {
  return getExecutor().deactivateEventReceivers();
}

/** The connections of this process. */
export function databasePool(): Pool {
  return getExecutor().systemDatabase.pool;
}
