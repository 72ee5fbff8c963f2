import { databasePool } from "./internals.ts";
import type { RunningRun } from "./running-run.ts";

/** Milliseconds between two looks. */
const everyMs = 500;

/** The runs that a process has at the moment. While there are some, it looks who has been cancelled, and who has gone to another. */
export class RunningRuns {
  readonly #me: string;
  readonly #runs = new Map<string, RunningRun>();
  #timer: NodeJS.Timeout | undefined;

  constructor(me: string) {
    this.#me = me;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** Runs `act` while the run counts as one of these. */
  async during<Result>(id: string, running: RunningRun, act: () => Promise<Result>): Promise<Result> {
    this.#runs.set(id, running);
    this.#timer ??= setTimeout(() => this.#look(), everyMs);
    try {
      return await act();
    } finally {
      running.end();
      if (this.#runs.get(id) === running) this.#runs.delete(id);
    }
  }

  /** All of them go on elsewhere. */
  letGo(): void {
    for (const running of this.#runs.values()) running.letGo();
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    if (this.#runs.size === 0) return;
    try {
      const { rows } = await databasePool().query<Row>(lost, [[...this.#runs.keys()], this.#me]);
      for (const { id, status } of rows) {
        if (status === "CANCELLED") this.#runs.get(id)?.cancel();
        else this.#runs.get(id)?.letGo();
      }
    } catch {
      // A database that is away for a moment is asked again.
    }
    if (this.#runs.size > 0) this.#timer ??= setTimeout(() => this.#look(), everyMs);
  }
}

interface Row {
  readonly id: string;
  readonly status: string;
}

const lost = `
SELECT workflow_uuid AS id, status FROM dbos.workflow_status
WHERE workflow_uuid = ANY($1) AND (status = 'CANCELLED' OR executor_id <> $2)`;
