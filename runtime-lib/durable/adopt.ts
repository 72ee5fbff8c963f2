import { DBOS } from "@dbos-inc/dbos-sdk";
import { databasePool } from "./internals.ts";
import type { Worker } from "./presence.ts";
import { holdsLock } from "./sweep.ts";

/**
 * Gives runs of other versions that no living worker has to this one: what their resources, and all upstream of them, do as
 * before is not done again. Gives their ids.
 */
export async function adoptRuns({ application, version }: Worker, queue: string): Promise<readonly string[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `UPDATE dbos.workflow_status SET application_version = $2, owner_xid = NULL, started_at_epoch_ms = NULL,
       status = CASE status WHEN 'DELAYED' THEN 'DELAYED' ELSE 'ENQUEUED' END, queue_name = COALESCE(queue_name, $3)
     WHERE application_name = $1 AND application_version <> $2 AND status IN ('PENDING', 'ENQUEUED', 'DELAYED')
       AND application_version NOT IN (SELECT w.version FROM flowc.workers w WHERE w.application = $1 AND ${holdsLock})
     RETURNING workflow_uuid AS id`,
    [application, version, queue],
  );
  return rows.map(({ id }) => id);
}

/** Schedules start runs of the latest version: after a way back that is one that nobody runs, and this one takes its place. */
export async function becomeLatest({ application, version }: Worker): Promise<void> {
  const { versionName } = await DBOS.getLatestApplicationVersion();
  if (versionName === version) return;
  const { rows } = await databasePool().query(
    `SELECT 1 FROM flowc.workers w WHERE w.application = $1 AND w.version = $2 AND ${holdsLock} LIMIT 1`,
    [application, versionName],
  );
  if (rows.length === 0) await DBOS.setLatestApplicationVersion(version);
}
