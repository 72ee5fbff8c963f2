import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Who a worker is to the others. */
export interface Worker {
  readonly id: string;
  /** The workflow. */
  readonly application: string;
  /** What it is built of. */
  readonly version: string;
}

/** Milliseconds between two beats. */
const beatMs = 5_000;
/** The longest pause before another attempt to connect, in milliseconds. */
const longestPauseMs = 5_000;
/** The server notices within seconds that a machine has gone without a word. */
const keepalives = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

/**
 * Shows the other workers that this one lives. The lock of a session goes with its process, at once; the time of the last
 * beat shows a process that hangs, and a machine of whose end nobody has heard.
 */
export class Presence {
  readonly #url: string;
  readonly #worker: Worker;
  #client: pg.Client | undefined;
  #beat: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(url: string, worker: Worker) {
    this.#url = url;
    this.#worker = worker;
  }

  /** Resolves when the others can see it. */
  async begin(): Promise<void> {
    const { id, application, version } = this.#worker;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: `flowc worker ${id}`,
      keepAlive: true,
      options: keepalives,
    });
    client.on("error", () => void this.#connectAgain(client));
    try {
      await client.connect();
      await client.query("SELECT pg_advisory_lock(hashtextextended('flowc worker ' || $1, 0))", [id]);
      await client.query(
        `INSERT INTO flowc.workers (executor_id, application, version, host, pid) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (executor_id) DO UPDATE SET seen_at = now()`,
        [id, application, version, hostname(), process.pid],
      );
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#beat = setInterval(() => {
      const query = "UPDATE flowc.workers SET seen_at = now() WHERE executor_id = $1";
      client.query(query, [id]).catch(() => undefined);
    }, beatMs);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#beat);
    await this.#client
      ?.query("DELETE FROM flowc.workers WHERE executor_id = $1", [this.#worker.id])
      .catch(() => undefined);
    await this.#client?.end().catch(() => undefined);
  }

  /** The connection is gone, and with it the lock. */
  async #connectAgain(lost: pg.Client): Promise<void> {
    if (this.#client !== lost) return;
    clearInterval(this.#beat);
    this.#client = undefined;
    for (let pause = 200; !this.#isOver && this.#client === undefined; pause = Math.min(longestPauseMs, 2 * pause)) {
      await this.begin().catch(() => undefined);
      if (this.#client === undefined) await sleep(pause, undefined, { ref: false });
    }
  }
}
