import type { DatabaseSync } from "node:sqlite";
import { type RunRow, runColumns } from "./find-run.ts";
import { type ListedRun, listedRun } from "./recorded-run.ts";
import { isRunning, removeLock } from "./run-lock.ts";
import type { RunStatus } from "./run-status.ts";

/** Which runs are wanted. */
export interface RunFilter {
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
}

/** The runs of a store, the newest first. */
export function listRuns(database: DatabaseSync, path: string, { workflow, status }: RunFilter): readonly ListedRun[] {
  const rows = database
    .prepare(
      `SELECT ${runColumns} FROM runs WHERE workflow = COALESCE(?, workflow) ORDER BY started_at DESC, rowid DESC`,
    )
    .all(workflow ?? null) as unknown as readonly RunRow[];
  const runs = rows.map((row) => listedRun(row, path));
  return status === undefined ? runs : runs.filter((run) => run.status === status);
}

/** True where events of the run are kept. */
export function isRecord(database: DatabaseSync, run: string): boolean {
  return database.prepare("SELECT 1 FROM events WHERE run = ? LIMIT 1").get(run) !== undefined;
}

/** Removes runs with all that is kept of them. */
export function removeRuns(database: DatabaseSync, path: string, ids: readonly string[]): void {
  const remove = database.prepare("DELETE FROM runs WHERE id = ?");
  database.exec("BEGIN IMMEDIATE");
  for (const id of ids) remove.run(id);
  database.exec("COMMIT; PRAGMA incremental_vacuum");
  for (const id of ids) removeLock(path, id);
}

/** Ids of the runs beyond the limits that no process is running. */
export function runsBeyond(
  database: DatabaseSync,
  path: string,
  { keep = Number.POSITIVE_INFINITY, before = 0 }: { readonly keep?: number; readonly before?: number },
): readonly string[] {
  const rows = database
    .prepare("SELECT id, started_at AS startedAt FROM runs ORDER BY started_at DESC, rowid DESC")
    .all();
  const beyond = rows.filter(({ startedAt }, index) => index >= keep || Number(startedAt) < before);
  return beyond.map(({ id }) => String(id)).filter((id) => !isRunning(path, id));
}
