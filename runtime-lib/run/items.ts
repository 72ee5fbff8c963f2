import { type FlowError, Refusal } from "./errors.ts";
import type { Ended } from "./journal.ts";
import { keep } from "./keep.ts";
import { recoveryOf } from "./recovery.ts";
import type { Release } from "./slots.ts";
import type { StateTypes } from "./state.ts";
import type { Step } from "./step.ts";
import { typeOf } from "./values.ts";

type Execute<Types extends StateTypes, Item, Result> = (
  step: Step<Types>,
  item: Item,
  index: number,
) => Promise<Result>;

/**
 * Runs `execute` for each of the items, as many at a time as there are slots, and gives the results in their order. An
 * item that fails for good gives what `onError` puts in its place, or ends the resource: no further item starts, those
 * in flight end. Nil means no items. Rejects with class validation for what is not an array.
 */
export async function each<Types extends StateTypes, Item, Result>(
  step: Step<Types>,
  items: unknown,
  execute: Execute<Types, Item, Result>,
): Promise<readonly Result[]> {
  if (items === null || items === undefined) return [];
  if (!Array.isArray(items)) throw new Refusal("validation", `items must be an array, found ${typeOf(items)}`);
  step.at = 0;
  step.items = { total: items.length, done: 0, failed: 0 };
  const loop = new Loop<Types, Item, Result>(step, items, execute);
  await new Promise<void>((resolve) => loop.start(resolve));
  return loop.results();
}

class Loop<Types extends StateTypes, Item, Result> {
  readonly #step: Step<Types>;
  readonly #items: readonly Item[];
  readonly #execute: Execute<Types, Item, Result>;
  readonly #results: Result[];
  #next = 0;
  #asked = 0;
  #active = 0;
  #failure: FlowError | undefined;
  #done: () => void = () => undefined;

  constructor(step: Step<Types>, items: readonly Item[], execute: Execute<Types, Item, Result>) {
    this.#step = step;
    this.#items = items;
    this.#execute = execute;
    this.#results = new Array(items.length).fill(null);
  }

  start(done: () => void): void {
    this.#done = done;
    this.#advance();
  }

  /** The results of a loop that is done. */
  results(): readonly Result[] {
    const { reason } = this.#step.run.cancellation;
    if (reason !== undefined) throw reason;
    if (this.#failure !== undefined) throw this.#failure;
    return this.#results;
  }

  /** Asks for as many slots as can be of use: 10,000 items do not make 10,000 requests. */
  #advance(): void {
    const { slots } = this.#step;
    while (
      !this.#isOver() &&
      this.#asked + this.#active < slots.limit &&
      this.#next + this.#asked < this.#items.length
    ) {
      this.#asked += 1;
      slots.take((release) => this.#begin(release));
    }
    if (this.#active === 0 && this.#isOver()) this.#done();
  }

  #isOver(): boolean {
    return this.#failure !== undefined || this.#step.run.cancellation.aborted || this.#next === this.#items.length;
  }

  #begin(release: Release): void {
    this.#asked -= 1;
    if (this.#isOver()) {
      release();
      this.#advance();
      return;
    }
    const index = this.#next;
    this.#next += 1;
    this.#active += 1;
    void this.#run(index).then(() => {
      this.#active -= 1;
      release();
      this.#advance();
    });
  }

  async #run(index: number): Promise<void> {
    const item = this.#items[index] as Item;
    const step = this.#step.forItem(item, index);
    const { failure, recovered, result } = await this.#endOf(step, item, index);
    this.#step.countItem((failure ?? recovered) === undefined ? "done" : "failed");
    if (failure !== undefined) this.#failure ??= step.reported(failure);
    else this.#results[index] = result as Result;
    if (recovered !== undefined) this.#step.noteItemFailure(step.reported(recovered));
    if (step.usage !== undefined) this.#step.used(step.usage);
  }

  /** How an item ended in an earlier process, else how it ends now. */
  async #endOf(step: Step<Types>, item: Item, index: number): Promise<Ended> {
    const { journal } = step;
    if (journal === undefined) return this.#settle(step, item, index);
    const startedAt = Date.now();
    return journal.recorded(step) ?? keep(step, await this.#settle(step, item, index), startedAt);
  }

  async #settle(step: Step<Types>, item: Item, index: number): Promise<Ended> {
    try {
      return { result: await this.#execute(step, item, index) };
    } catch (thrown) {
      const recovered = step.failure(thrown);
      const recovery = recoveryOf(step, recovered);
      return recovery.kind === "value" ? { recovered, result: recovery.value } : { failure: recovery.error };
    }
  }
}

/** The fields of many results, each field an array: how the results of a resource with `items` are kept. */
export type Columns<Row> = { readonly [Key in keyof Row]: readonly Row[Key][] };

/** The same where an item may have gone on without a result. */
export type NilableColumns<Row> = { readonly [Key in keyof Row]: readonly (Row[Key] | null)[] };

/** Results as arrays of their fields; nil stays nil in each. */
export function columns<Row extends object, Key extends keyof Row>(
  rows: readonly Row[],
  keys: readonly Key[],
): Columns<Pick<Row, Key>> {
  const entries = keys.map((key) => [key, rows.map((row: Row | null) => row?.[key] ?? null)]);
  return Object.fromEntries(entries) as Columns<Pick<Row, Key>>;
}
