import type { DatabaseSync } from "node:sqlite";

/** Recorded runs that a store keeps unless it is asked for fewer: the last of them, none older than that. */
const kept = { runs: 1000, days: 90 } as const;

const day = 24 * 60 * 60 * 1000;

/**
 * Removes recorded runs beyond the limits. What can be gone on with stays: a run with a journal that has not completed,
 * and what no process has ended.
 */
export function dropOldRuns(database: DatabaseSync): void {
  database
    .prepare(
      `DELETE FROM runs WHERE status <> 'running' AND (is_journal = 0 OR status = 'completed') AND
         (started_at < ? OR id IN (SELECT id FROM runs ORDER BY started_at DESC LIMIT -1 OFFSET ?))`,
    )
    .run(Date.now() - kept.days * day, kept.runs);
}
