/** What became of a run: `interrupted`, where the process that ran it was killed. */
export type RunStatus = "running" | "completed" | "failed" | "cancelled" | "interrupted";

/** All of them. */
export const runStatuses = ["running", "completed", "failed", "cancelled", "interrupted"] as const;
