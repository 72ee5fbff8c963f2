import { setTimeout as sleep } from "node:timers/promises";
import { nextTurn } from "../run/turn.ts";
import { patienceFor } from "../sqlite/locked.ts";
import type { Entry } from "./connection.ts";
import { storeIn } from "./connections.ts";

interface PendingStore extends Entry {
  readonly signal: AbortSignal;
  /** When it was asked for, as `performance.now()`. */
  readonly since: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** By path, what waits to be stored. */
const queues = new Map<string, StoreQueue>();

/**
 * Stores one entry together with what else is stored in the same turn of the event loop: one transaction, one fsync.
 * Resolves when that is on disk. Waits `limit` milliseconds at most for another process's lock, without blocking the
 * thread. Rejects with the reason of `signal`, or with what this entry, not another of the transaction, failed for.
 */
export function storeTogether(path: string, entry: Entry, signal: AbortSignal, limit: number): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const queue = queues.get(path) ?? new StoreQueue(path, limit);
    queues.set(path, queue);
    queue.add({ ...entry, signal, since: performance.now(), resolve, reject });
  });
}

class StoreQueue {
  readonly #path: string;
  readonly #limit: number;
  #pending: PendingStore[] = [];
  #isWorking = false;
  /** How many of the first are stored one by one: together they failed. */
  #alone = 0;

  constructor(path: string, limit: number) {
    this.#path = path;
    this.#limit = limit;
  }

  add(store: PendingStore): void {
    this.#pending.push(store);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let delay = 1; this.#pending.length > 0; ) {
      await nextTurn();
      this.#reject(({ signal }) => (signal.aborted ? signal : undefined));
      try {
        this.#commit();
        delay = 1;
      } catch (error) {
        const patience = patienceFor(error, this.#limit);
        this.#reject(({ since }) => (performance.now() - since >= patience ? { reason: error } : undefined));
        await sleep(delay * (0.5 + Math.random()));
        delay = Math.min(delay * 2, 10);
      }
    }
    this.#isWorking = false;
    queues.delete(this.#path);
  }

  /** Throws what another attempt may get past. */
  #commit(): void {
    const batch = this.#alone > 0 ? this.#pending.slice(0, 1) : this.#pending;
    if (batch.length === 0) return;
    let outcomes: readonly unknown[];
    try {
      outcomes = storeIn(this.#path, batch);
    } catch (error) {
      if (patienceFor(error, this.#limit) > 0) throw error;
      if (batch.length > 1) {
        this.#alone = batch.length;
        return;
      }
      outcomes = [error];
    }
    this.#alone = Math.max(0, this.#alone - outcomes.length);
    for (const [index, error] of outcomes.entries()) {
      if (error === undefined) batch[index]?.resolve();
      else batch[index]?.reject(error);
    }
    this.#pending = this.#pending.slice(outcomes.length);
  }

  /** Ends the stores for which there is a reason. */
  #reject(reasonFor: (store: PendingStore) => { readonly reason: unknown } | undefined): void {
    const kept: PendingStore[] = [];
    for (const store of this.#pending) {
      const found = reasonFor(store);
      if (found === undefined) kept.push(store);
      else store.reject(found.reason);
    }
    this.#pending = kept;
  }
}
