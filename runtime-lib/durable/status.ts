/** What became of a run, in the words of flowc. */
export type DurableStatus = "delayed" | "queued" | "running" | "completed" | "failed" | "cancelled" | "dead";

const statuses: Readonly<Record<string, DurableStatus>> = {
  DELAYED: "delayed",
  ENQUEUED: "queued",
  PENDING: "running",
  SUCCESS: "completed",
  ERROR: "failed",
  CANCELLED: "cancelled",
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: "dead",
};

/** All of them. */
export const durableStatuses = Object.values(statuses);

/** The status of a run of DBOS. */
export function statusOf(status: string): DurableStatus {
  return statuses[status] ?? "running";
}

/** The same as DBOS has it. */
export function dbosStatus(status: DurableStatus): string {
  return Object.keys(statuses).find((name) => statuses[name] === status) ?? "PENDING";
}
