import type { Clock } from "../../../runtime-lib/run/effects.ts";

interface Timer {
  readonly at: number;
  readonly expire: () => void;
}

/** So many turns of the event loop without a sign of life, and nothing but time can go on. */
const quietTurns = 3;

/** So many, with no timer either, and nothing can go on: the run hangs. */
const deadTurns = 1_000;

/** The time of one run: it stands still while anything happens, and then jumps to the next timer. */
export class VirtualClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();
  #held = 0;
  #quiet = 0;
  #isWatching = false;
  #hang: (() => void) | undefined;

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  start(milliseconds: number, expire: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, milliseconds), expire };
    this.#timers.add(timer);
    this.alive();
    return () => void this.#timers.delete(timer);
  }

  /** Calls `hang` once nothing can go on any more; watches until `end`. */
  watch(hang: () => void): void {
    this.#hang = hang;
    this.#watch();
  }

  end(): void {
    this.#hang = undefined;
    this.#timers.clear();
  }

  /** Something has happened: what follows from it comes before the next timer. */
  alive(): void {
    this.#quiet = 0;
    this.#watch();
  }

  /** Time stands still while this is done in the world. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#held += 1;
    try {
      return await work();
    } finally {
      this.#held -= 1;
      this.alive();
    }
  }

  #watch(): void {
    if (this.#isWatching || this.#held > 0 || (this.#timers.size === 0 && this.#hang === undefined)) return;
    this.#isWatching = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isWatching = false;
    if (this.#held > 0) return;
    this.#quiet += 1;
    if (this.#quiet > quietTurns && this.#timers.size > 0) this.#jump();
    else if (this.#quiet > deadTurns) this.#hang?.();
    if (this.#quiet <= deadTurns) this.#watch();
  }

  #jump(): void {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer;
    if (next === undefined) return;
    this.#timers.delete(next);
    this.#quiet = 0;
    this.#now = Math.max(this.#now, next.at);
    next.expire();
  }
}

/** Resolves after so much time of the clock; rejects with the signal's reason once that is aborted. */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.start(milliseconds, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
