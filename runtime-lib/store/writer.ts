import type { DatabaseSync } from "node:sqlite";
import { FlowError, toFlowError } from "../run/errors.ts";
import { databaseProblem, patienceFor, whenUnlocked } from "../sqlite/locked.ts";

/** Milliseconds for which a lock of other processes is waited for. */
const patience = 60_000;
/** Milliseconds that what nobody waits for may take to get into the file. */
const idle = 200;

interface Write {
  readonly act: () => void;
  readonly done: (failure: FlowError | undefined) => void;
}

/**
 * Writes to a store without keeping the thread waiting for other processes. All that comes in one turn of the event loop
 * is one transaction; what must be one by itself comes as one statement.
 */
export class StoreWriter {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #never = new AbortController().signal;
  #queue: Write[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lost: FlowError | undefined;
  readonly #onLoss: ((failure: FlowError) => void) | undefined;

  /** `onLoss` is called once, when something is lost that nobody waits for. */
  constructor(database: DatabaseSync, path: string, onLoss?: (failure: FlowError) => void) {
    this.#database = database;
    this.#path = path;
    this.#onLoss = onLoss;
    database.exec("PRAGMA busy_timeout = 0");
  }

  /**
   * Does `act`, which is in the file then; with nothing to wait for, and where `isAlone` says that nothing will come along in
   * this turn, at once. Throws or rejects with what `act` throws, and infra where it cannot be written.
   */
  write(act: () => void, isAlone = false): void | Promise<void> {
    if (isAlone && this.#queue.length === 0 && this.#writing === undefined && this.#isWritten(act)) return;
    return new Promise((resolve, reject) => {
      this.#queue.push({ act, done: (failure) => (failure === undefined ? resolve() : reject(failure)) });
      this.#writing ??= this.#drain();
    });
  }

  /** Writes it as a statement by itself; false where a lock is in the way. */
  #isWritten(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      if (patienceFor(error, patience) > 0) return false;
      throw error instanceof FlowError ? error : this.#problem(error);
    }
  }

  /** Does it soon, and nobody waits; what is lost is known at the end. */
  writeSoon(act: () => void): void {
    if (this.#lost !== undefined) return;
    this.#queue.push({ act, done: (failure) => this.#noteLoss(failure) });
    this.#timer ??= setTimeout(() => this.#startSoon(), idle).unref();
  }

  /** Resolves when all is written; to the failure where something was lost that nobody has waited for. */
  async flush(): Promise<FlowError | undefined> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length > 0) this.#writing ??= this.#drain();
    await this.#writing;
    return this.#lost;
  }

  #noteLoss(failure: FlowError | undefined): void {
    if (failure === undefined || this.#lost !== undefined) return;
    this.#lost = failure;
    this.#onLoss?.(failure);
  }

  #startSoon(): void {
    this.#timer = undefined;
    this.#writing ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // What else ends in this turn goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        const failures = await whenUnlocked(() => this.#commit(batch), this.#never, patience);
        for (const [index, { done }] of batch.entries()) done(failures[index]);
      } catch (error) {
        const failure = this.#problem(error);
        for (const { done } of batch) done(failure);
      }
    }
    this.#writing = undefined;
  }

  /** The failure of each, as far as it has one. Throws where none of them is in the file. */
  #commit(batch: readonly Write[]): readonly (FlowError | undefined)[] {
    const [only, second] = batch;
    // A statement by itself is a transaction already.
    if (only !== undefined && second === undefined) return [attempt(only.act)];
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const failures = batch.map(({ act }) => attempt(act));
      this.#database.exec("COMMIT");
      return failures;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Some failures have ended the transaction. */
  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // it is over
    }
  }

  #problem(error: unknown): FlowError {
    const words = databaseProblem(error) ?? toFlowError(error).message;
    return new FlowError("infra", `cannot write to the store of runs ${this.#path}: ${words}`, { cause: error });
  }
}

/** A failure of flowc's own is that of one write; SQLite's is of all. */
function attempt(act: () => void): FlowError | undefined {
  try {
    act();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof FlowError) return thrown;
    throw thrown;
  }
}
