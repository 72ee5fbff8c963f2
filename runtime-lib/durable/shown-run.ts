import type { WorkflowStatus } from "@dbos-inc/dbos-sdk";
import type { FlowError } from "../run/errors.ts";
import { failureFrom } from "./failure.ts";
import { type DurableStatus, statusOf } from "./status.ts";

/** A run as it is listed. Times are RFC 3339, UTC. */
export interface ShownRun {
  readonly id: string;
  readonly status: DurableStatus;
  /** What the workflow was built of that it belongs to. */
  readonly version: string | undefined;
  /** Who runs it, or ran it last. */
  readonly worker: string | undefined;
  /** How often a worker has begun it. */
  readonly attempts: number | undefined;
  readonly createdAt: string;
  /** When it was last taken from its queue. */
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  /** Of one that failed. */
  readonly message: string | undefined;
  readonly failureClass: FlowError["failureClass"] | undefined;
}

/** A run of DBOS as it is listed. */
export function shownRun(run: WorkflowStatus): ShownRun {
  const status = statusOf(run.status);
  const failure =
    status === "failed" && run.error !== undefined && run.error !== null ? failureFrom(run.error) : undefined;
  const hasBegun = !["delayed", "queued"].includes(status);
  return {
    id: run.workflowID,
    status,
    version: run.applicationVersion,
    worker: hasBegun ? run.executorId : undefined,
    attempts: run.recoveryAttempts,
    createdAt: timeText(run.createdAt) ?? "",
    startedAt: timeText(run.dequeuedAt),
    endedAt: timeText(run.completedAt),
    message: failure?.message,
    failureClass: failure?.failureClass,
  };
}

/** RFC 3339 of milliseconds since 1970. */
export function timeText(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
