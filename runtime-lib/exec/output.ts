import { constants } from "node:buffer";

const DEFAULT_LIMIT_BYTES = 64 * 2 ** 20;

/** What a child has written to one of its streams. */
export interface Written {
  /** Decoded as UTF-8, without one final line break. */
  text(): string;
  /** About so many bytes from its end, as `text` gives them. */
  end(bytes: number): string;
}

/** What a child writes to one of its streams, up to a limit in bytes. */
export class ExecOutput implements Written {
  readonly name: "stdout" | "stderr";
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(name: "stdout" | "stderr", limit: number = DEFAULT_LIMIT_BYTES) {
    this.name = name;
    // UTF-8 has at least a byte for each UTF-16 unit, so that what is within the limit fits a string.
    this.#limit = Math.min(limit, constants.MAX_STRING_LENGTH);
  }

  /** False when the chunk goes over the limit; it is then dropped, for the step fails and nothing is cut silently. */
  add(chunk: Buffer): boolean {
    if (this.#bytes + chunk.length > this.#limit) return false;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    return true;
  }

  /** Decoded as UTF-8, without one final `\n` or `\r\n`. */
  text(): string {
    const [first, ...more] = this.#chunks;
    if (first === undefined) return "";
    const text = (more.length === 0 ? first : Buffer.concat(this.#chunks, this.#bytes)).toString("utf8");
    if (!text.endsWith("\n")) return text;
    return text.slice(0, text.endsWith("\r\n") ? -2 : -1);
  }

  /** About so many bytes from its end, as `text` gives them. */
  end(bytes: number): string {
    const last = new ExecOutput(this.name);
    let first = this.#chunks.length;
    for (let size = 0; first > 0 && size < bytes; size += this.#chunks[first]?.length ?? 0) first -= 1;
    for (const chunk of this.#chunks.slice(first)) last.add(chunk);
    return last.text();
  }

  limitMessage(): string {
    return `${this.name} went over the limit of ${formatBytes(this.#limit)} (maxOutputBytes)`;
  }
}

function formatBytes(bytes: number): string {
  if (bytes >= 2 ** 20 && bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`;
  if (bytes >= 2 ** 10 && bytes % 2 ** 10 === 0) return `${bytes / 2 ** 10} KiB`;
  return `${bytes} bytes`;
}
