import type { Data } from "../../nouns/simulation.ts";

/** The memory of one simulated run. */
export class Memory {
  readonly #content: Map<string, string>;
  #isUsed = false;

  constructor(content: Data) {
    this.#content = new Map(Object.entries(content).map(([key, value]) => [key, String(value)]));
  }

  /** True once a call has asked it. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Stores, or gives what is stored. */
  perform({ action, key, value }: Data): string | undefined {
    this.#isUsed = true;
    if (action === "retrieve") return this.#content.get(String(key));
    this.#content.set(String(key), String(value));
    return undefined;
  }

  /** All that it holds. */
  get content(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#content);
  }
}
