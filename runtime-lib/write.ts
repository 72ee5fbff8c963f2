import { write } from "node:fs";

/**
 * Writes all of `bytes` to a file descriptor: partial writes go on, a full pipe (EAGAIN) is waited for. Resolves to
 * false where the reader is gone or the device refuses; never rejects.
 */
export function writeAll(descriptor: number, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    let offset = 0;
    const next = (): void => write(descriptor, bytes, offset, bytes.length - offset, null, done);
    const done = (error: NodeJS.ErrnoException | null, written: number): void => {
      if (error?.code === "EAGAIN") {
        setTimeout(next, 5);
        return;
      }
      if (error !== null) {
        resolve(false);
        return;
      }
      offset += written;
      if (offset < bytes.length) next();
      else resolve(true);
    };
    next();
  });
}
