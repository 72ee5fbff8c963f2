import { databasePool, putBack } from "./internals.ts";
import type { Worker } from "./presence.ts";

/** Milliseconds without a beat after which a worker counts as dead, whatever it holds. */
const silentMs = 60_000;
/** Milliseconds that a lock must have been missing: a connection that breaks is made anew within them. */
const missingMs = 1_000;
/** Milliseconds between two looks, give or take a quarter. */
const everyMs = 500;

/** True where the worker of the row `w` holds its lock. */
export const holdsLock = `EXISTS (
  SELECT 1 FROM pg_locks l, hashtextextended('flowc worker ' || w.executor_id, 0) AS key
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ((key >> 32) & 4294967295)::oid AND l.objid = (key & 4294967295)::oid)`;

/**
 * Looks for workers of the same version that are dead and have runs, and puts these back on their queue. After a restart of
 * the database nobody counts as dead for 10 s, as nobody has had the time to come back.
 */
export class Sweeper {
  readonly #me: Worker;
  readonly #queue: string;
  readonly #say: (text: string) => void;
  /** When the lock of a worker was first missed. */
  readonly #missed = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(me: Worker, queue: string, say: (text: string) => void) {
    this.#me = me;
    this.#queue = queue;
    this.#say = say;
  }

  start(): void {
    this.#timer = setTimeout(
      () => {
        this.#current = this.#look()
          .catch(() => undefined)
          .then(() => this.start());
      },
      everyMs * (0.75 + Math.random() / 2),
    );
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#current;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { id, application, version } = this.#me;
    const { rows } = await databasePool().query<{ id: string }>(dead, [application, version, id, silentMs]);
    const now = Date.now();
    const found = new Set(rows.map((row) => row.id));
    for (const known of this.#missed.keys()) if (!found.has(known)) this.#missed.delete(known);
    for (const one of found) {
      const since = this.#missed.get(one) ?? now;
      this.#missed.set(one, since);
      if (now - since < missingMs) continue;
      const runs = await putBack(one, version, this.#queue);
      if (runs.length > 0) this.#say(`taken over from ${one}: ${runs.join(", ")}`);
    }
  }
}

const dead = `
SELECT DISTINCT s.executor_id AS id FROM dbos.workflow_status s
LEFT JOIN flowc.workers w ON w.executor_id = s.executor_id
WHERE pg_postmaster_start_time() < now() - interval '10 seconds'
  AND s.status = 'PENDING' AND s.application_name = $1 AND s.application_version = $2 AND s.executor_id <> $3
  AND (w.executor_id IS NULL OR w.seen_at < now() - $4 * interval '1 millisecond' OR NOT ${holdsLock})`;
