import type { DevMessage } from "../../page/dev-data.ts";

/** The pages that are open. */
export class Listeners {
  readonly #listeners = new Set<(message: DevMessage) => void>();

  /** Returns how to leave. */
  add(listener: (message: DevMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  readonly send = (message: DevMessage): void => {
    for (const listener of this.#listeners) listener(message);
  };
}
