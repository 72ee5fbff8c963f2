import type { DatabaseSync, StatementSync } from "node:sqlite";

/** How often a process asks whether its run is to be cancelled, in milliseconds. */
const interval = 250;

/** Asks the process that runs it to cancel a run; where there is none (`isRunning`), it counts as cancelled at once. */
export function askToCancel(database: DatabaseSync, id: string, isRunning: boolean): void {
  const change = isRunning ? "is_cancelled = 1" : `status = 'cancelled', ended_at = ${Date.now()}`;
  database.prepare(`UPDATE runs SET ${change} WHERE id = ? AND status = 'running'`).run(id);
}

/** Calls `cancel` once somebody has asked for it. Returns how to stop asking. */
export function watchForCancel(database: DatabaseSync, id: string, cancel: () => void): () => void {
  const query = database.prepare("SELECT 1 FROM runs WHERE id = ? AND is_cancelled = 1");
  const timer = setInterval(() => {
    if (!isAsked(query, id)) return;
    clearInterval(timer);
    cancel();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** A file that cannot be read for a moment is asked again. */
function isAsked(query: StatementSync, id: string): boolean {
  try {
    return query.get(id) !== undefined;
  } catch {
    return false;
  }
}
