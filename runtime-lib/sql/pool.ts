import { LONGEST_TIMER_MS } from "../run/timer.ts";
import type { Connect, PoolSettings, SqlSession } from "./driver.ts";

/** What to do where a connection is not made in time. */
export type LateConnection = (milliseconds: number) => unknown;

interface Waiting {
  readonly resolve: (session: SqlSession | undefined) => void;
}

/** The connections of one run to one database: made when needed, used by one step at a time, closed with the run. */
export class Pool {
  readonly #connect: Connect;
  readonly #settings: Required<PoolSettings>;
  readonly #late: LateConnection;
  readonly #idle = new Map<SqlSession, NodeJS.Timeout>();
  readonly #waiting: Waiting[] = [];
  readonly #closing = new Set<Promise<void>>();
  #open = 0;

  constructor(connect: Connect, settings: PoolSettings, late: LateConnection) {
    this.#connect = connect;
    this.#settings = { maxConnections: 10, connectTimeoutMs: 10_000, idleTimeoutMs: 30_000, ...settings };
    this.#late = late;
  }

  /** A connection for the caller alone, until `release`. Waits while all are in use. */
  async acquire(signal: AbortSignal): Promise<SqlSession> {
    signal.throwIfAborted();
    const free = this.#takeIdle();
    if (free !== undefined) return free;
    if (this.#open < this.#settings.maxConnections) {
      this.#open += 1;
      return this.#make(signal);
    }
    const handed = await this.#wait(signal);
    // Nothing: a connection was closed, and its place is free.
    return handed ?? this.#make(signal);
  }

  release(session: SqlSession): void {
    const next = this.#waiting.shift();
    if (session.usable && next !== undefined) {
      next.resolve(session);
    } else if (session.usable) {
      const timer = setTimeout(() => this.#drop(session), Math.min(this.#settings.idleTimeoutMs, LONGEST_TIMER_MS));
      timer.unref();
      this.#idle.set(session, timer);
    } else {
      this.#close(session);
      this.#giveUpPlace(next);
    }
  }

  /** Closes what is open. Nobody uses a connection any more. */
  async close(): Promise<void> {
    for (const session of [...this.#idle.keys()]) this.#drop(session);
    await Promise.all(this.#closing);
  }

  #takeIdle(): SqlSession | undefined {
    for (const [session, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(session);
      if (session.usable) return session;
      this.#close(session);
      this.#open -= 1;
    }
    return undefined;
  }

  async #make(signal: AbortSignal): Promise<SqlSession> {
    const { connectTimeoutMs } = this.#settings;
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(this.#late(connectTimeoutMs)),
      Math.min(connectTimeoutMs, LONGEST_TIMER_MS),
    );
    try {
      return await this.#connect(AbortSignal.any([signal, controller.signal]));
    } catch (error) {
      this.#giveUpPlace(this.#waiting.shift());
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #wait(signal: AbortSignal): Promise<SqlSession | undefined> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        resolve: (session) => {
          signal.removeEventListener("abort", onAbort);
          resolve(session);
        },
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  /** The place of a connection that has closed goes to the next who waits, else it is free. */
  #giveUpPlace(next: Waiting | undefined): void {
    if (next === undefined) this.#open -= 1;
    else next.resolve(undefined);
  }

  #drop(session: SqlSession): void {
    clearTimeout(this.#idle.get(session));
    this.#idle.delete(session);
    this.#open -= 1;
    this.#close(session);
  }

  #close(session: SqlSession): void {
    const closed: Promise<void> = session
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
