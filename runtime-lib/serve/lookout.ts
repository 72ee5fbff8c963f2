import type { Exchange } from "./exchange.ts";

/** Milliseconds between two looks at the deadlines of requests. */
const lookMs = 100;

/** Ends requests whose time is over. It looks while somebody needs it. */
export class Lookout {
  readonly #running: ReadonlySet<Exchange>;
  #needed = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(running: ReadonlySet<Exchange>) {
    this.#running = running;
  }

  begin(): void {
    this.#needed += 1;
    this.#timer ??= setInterval(() => this.#look(), lookMs);
  }

  end(): void {
    this.#needed -= 1;
    if (this.#needed > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const current of this.#running) current.look(now);
  }
}
