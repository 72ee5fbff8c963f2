import { closeSync, constants, openSync, readSync } from "node:fs";
import { UsageError } from "../shared/context.ts";

/**
 * Throws where another file is in the place of one that `option` of `flowc build` writes: its first line is not that of
 * the text that would replace it.
 */
export function refuseForeign(path: string, text: string, option: string): void {
  const own = text.slice(0, text.indexOf("\n") + 1);
  const found = beginning(path, Buffer.byteLength(own));
  if (found === undefined || found === own) return;
  throw new UsageError(
    `${path} was not written by flowc build ${option} for this workflow: move it away, or build into another folder with -o`,
  );
}

/** The first bytes of a file as text; undefined where there is no file that can be read. */
function beginning(path: string, length: number): string | undefined {
  let file: number;
  try {
    // Whatever stands there, nothing is waited for: a pipe has nothing to read.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // With a file in the place of the folder nothing can be written: that is what is said then.
    return ["ENOENT", "ENOTDIR"].includes(code) ? undefined : "";
  }
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, length, 0));
  } catch {
    return "";
  } finally {
    closeSync(file);
  }
}
