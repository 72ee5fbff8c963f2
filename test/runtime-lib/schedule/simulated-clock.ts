import type { Clock } from "../../../runtime-lib/run/effects.ts";

/** A clock that stands until it is advanced, from timer to timer. */
export class SimulatedClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ readonly at: number; readonly expire: () => void }>();

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  start(milliseconds: number, expire: () => void): () => void {
    const timer = { at: this.#now + milliseconds, expire };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Time goes by, and what waits for it goes on. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settle();
      const [first] = [...this.#timers].sort((one, other) => one.at - other.at);
      if (first === undefined || first.at > end) break;
      this.#timers.delete(first);
      this.#now = Math.max(this.#now, first.at);
      first.expire();
    }
    this.#now = end;
  }

  /** The machine sleeps: the clock is ahead, and timers have not noticed. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Resolves to "cut" as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<"over" | "cut"> {
    return new Promise((resolve) => {
      const cancel = this.start(milliseconds, () => resolve("over"));
      signal.addEventListener("abort", () => {
        cancel();
        resolve("cut");
      });
    });
  }
}

/** Whatever is ready to go on does. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
