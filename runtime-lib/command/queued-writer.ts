import { type WriteFailure, writeAll } from "./write.ts";

/** Writes texts to a file descriptor in their order, however slow the reader is: nobody waits for it before `flush`. */
export class QueuedWriter {
  readonly #descriptor: number;
  #queue: string[] = [];
  #writing: Promise<void> | undefined;
  #failure: WriteFailure | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** True while something has not been taken yet. */
  get isBusy(): boolean {
    return this.#writing !== undefined;
  }

  write(text: string): void {
    // A reader that is gone gets nothing more.
    if (this.#failure !== undefined || text === "") return;
    this.#queue.push(text);
    this.#writing ??= this.#drain();
  }

  /** Resolves when all is written, or to the reason why it cannot be. */
  async flush(): Promise<WriteFailure | undefined> {
    while (this.#writing !== undefined) await this.#writing;
    return this.#failure;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0 && this.#failure === undefined) {
      const text = this.#queue.join("");
      this.#queue = [];
      this.#failure = await writeAll(this.#descriptor, Buffer.from(text));
    }
    this.#writing = undefined;
  }
}
