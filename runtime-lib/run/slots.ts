import { inTurn } from "./turn.ts";

/** Takes a slot's place; to be called once, when what ran in the slot has ended. */
export type Release = () => void;

/**
 * How much may run at a time, `settings.concurrency` in all: resources, items and the resources of components ask for
 * a slot and wait their turn.
 */
export class Slots {
  readonly limit: number;
  #free: number;
  readonly #outer: Slots | undefined;
  readonly #waiting = new Queue<(release: Release) => void>();
  /** How many slots around these are asked for. */
  #asked = 0;

  /** Calls what begins in a slot. */
  readonly #begin: (act: () => void) => void;

  constructor(limit: number, free = limit, outer?: Slots, begin: (act: () => void) => void = inTurn) {
    this.limit = limit;
    this.#free = free;
    this.#outer = outer;
    this.#begin = begin;
  }

  /**
   * Calls `start` as soon as there is a slot, maybe at once. First come, first served. All that a run does begins here,
   * so here a turn of the event loop that has lasted long is ended.
   */
  take(start: (release: Release) => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      this.#begin(() => start(() => this.#give()));
      return;
    }
    this.#waiting.add(start);
    // Who waited may have got a slot of these, and the one around is still asked for: the next one waits for that.
    if (this.#outer === undefined || this.#asked >= this.#waiting.length) return;
    this.#asked += 1;
    this.#outer.take((release) => {
      this.#asked -= 1;
      (this.#waiting.take() ?? ((unused: Release) => unused()))(release);
    });
  }

  /**
   * The slots for what runs inside something that holds a slot of these and only waits meanwhile: its own slot, and
   * whatever is free around it. So nothing waits for a slot that its own waiting keeps taken.
   */
  inside(): Slots {
    return new Slots(this.limit, 1, this, this.#begin);
  }

  #give(): void {
    const next = this.#waiting.take();
    if (next === undefined) this.#free += 1;
    else this.#begin(() => next(() => this.#give()));
  }
}

/** First in, first out, however long. */
class Queue<Item> {
  #items: Item[] = [];
  #next = 0;

  get length(): number {
    return this.#items.length - this.#next;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  take(): Item | undefined {
    const item = this.#items[this.#next];
    if (item === undefined) return undefined;
    this.#next += 1;
    if (this.#next === this.#items.length) {
      this.#items = [];
      this.#next = 0;
    }
    return item;
  }
}
