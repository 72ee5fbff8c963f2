import { isatty } from "node:tty";
import { QueuedWriter } from "./queued-writer.ts";

/** Standard error as people see it: lines that stay and, on a terminal, some below them that are drawn anew. */
export class Screen {
  // `process.stderr` makes a stream, which takes longer than many a run.
  readonly isTerminal = isatty(2);
  readonly colors = wantsColors(this.isTerminal);
  readonly #writer = new QueuedWriter(2);
  #live: readonly string[] = [];
  #drawn = 0;

  get columns(): number {
    return process.stderr.columns || 80;
  }

  get rows(): number {
    return process.stderr.rows || 24;
  }

  /** Writes whole lines, each with its line end. */
  print(lines: string): void {
    if (lines === "") return;
    this.#writer.write(`${this.#erased()}${lines}${this.#redrawn()}`);
  }

  /** Replaces the lines at the bottom, unless the terminal still has enough to do. */
  draw(lines: readonly string[]): void {
    this.#live = lines;
    if (!this.#writer.isBusy) this.#writer.write(`${this.#erased()}${this.#redrawn()}`);
  }

  /** Takes away what is drawn. */
  clear(): void {
    this.#live = [];
    if (this.#drawn > 0) this.#writer.write(this.#erased());
  }

  /** Resolves when all is written. */
  async flush(): Promise<void> {
    await this.#writer.flush();
  }

  /** The text in a color, by the number of the terminal's palette. */
  color(code: number, text: string): string {
    return this.colors ? `\x1b[${code}m${text}\x1b[0m` : text;
  }

  #erased(): string {
    const drawn = this.#drawn;
    this.#drawn = 0;
    return drawn === 0 ? "" : `\x1b[${drawn}A\x1b[J`;
  }

  #redrawn(): string {
    this.#drawn = this.#live.length;
    return this.#live.map((line) => `${line}\n`).join("");
  }
}

/** As the compiler decides it: on a terminal, unless NO_COLOR; FORCE_COLOR decides otherwise. */
function wantsColors(isTerminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}
