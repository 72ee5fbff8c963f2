import type { Data } from "../../nouns/simulation.ts";

/** The memory of one simulated run, or what is known of a private one that is used for real. */
export class Memory {
  readonly #content: Map<string, string>;
  readonly #given: readonly { readonly key: string; readonly value: string }[];
  #isUsed = false;

  constructor(content: Data) {
    this.#given = Object.entries(content).map(([key, value]) => ({ key, value: String(value) }));
    this.#content = new Map(this.#given.map(({ key, value }) => [key, value]));
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

  /** What it holds before the run has stored anything. */
  get given(): readonly { readonly key: string; readonly value: string }[] {
    return this.#given;
  }

  /** All that it holds. */
  get content(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#content);
  }
}
