import { writeSync } from "node:fs";
import { isReaderGone, systemWords, writeAll } from "../../../runtime-lib/command/write.ts";
import { LostOutput, type Output } from "./context.ts";

/** The standard output and the standard error of this process. */
export const standardOutput: Output = { print, say };

function say(text: string): void {
  const bytes = Buffer.from(text.endsWith("\n") ? text : `${text}\n`);
  for (let offset = 0; offset < bytes.length; ) {
    try {
      offset += writeSync(2, bytes, offset);
    } catch (thrown) {
      const error = thrown as NodeJS.ErrnoException;
      if (isReaderGone(error)) return;
      if (error.code !== "EAGAIN") throw lostOutput(error);
      pause(5);
    }
  }
}

async function print(text: string): Promise<void> {
  const failure = await writeAll(1, Buffer.from(text.endsWith("\n") ? text : `${text}\n`));
  if (failure !== undefined && !isReaderGone(failure.error)) throw lostOutput(failure.error);
}

function lostOutput(error: Error): LostOutput {
  return new LostOutput(`the output could not be written: ${systemWords(error)}`);
}

/** Stops this thread, as a write to a pipe that is full would. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
