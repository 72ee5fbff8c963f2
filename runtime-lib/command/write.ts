import { write } from "node:fs";
import { FlowError } from "../run/errors.ts";

/** Why not all bytes were written. */
export interface WriteFailure {
  readonly error: NodeJS.ErrnoException;
  /** Bytes that were written before. */
  readonly written: number;
}

/**
 * Writes all of `bytes` to a file descriptor: partial writes go on, a full pipe (EAGAIN) is waited for. Resolves to
 * undefined when all is written, else to the failure; never rejects.
 */
export function writeAll(descriptor: number, bytes: Uint8Array): Promise<WriteFailure | undefined> {
  return new Promise((resolve) => {
    let offset = 0;
    const next = (): void => write(descriptor, bytes, offset, bytes.length - offset, null, done);
    const done = (error: NodeJS.ErrnoException | null, written: number): void => {
      if (error?.code === "EAGAIN") {
        setTimeout(next, 5);
        return;
      }
      if (error !== null) {
        resolve({ error, written: offset });
        return;
      }
      offset += written;
      if (offset < bytes.length) next();
      else resolve(undefined);
    };
    next();
  });
}

/**
 * What a failed write means: that a reader has gone is its own choice (undefined), a disk or a device that refuses has
 * lost what was written (infra).
 */
export function lossOf(what: string, failure: WriteFailure | undefined): FlowError | undefined {
  if (failure === undefined || isReaderGone(failure.error)) return undefined;
  return new FlowError("infra", `${what} could not be written: ${systemWords(failure.error)}`);
}

/** EPIPE; Windows also says EOF where the other end of a pipe was closed. */
export function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === "EPIPE" || (process.platform === "win32" && code === "EOF");
}

/** `ENOSPC: no space left on device, write` without the code and the call. */
export function systemWords({ message }: Error): string {
  return message.replace(/^[A-Z\d]+: /, "").replace(/, \w+$/, "");
}
