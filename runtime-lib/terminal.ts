import { type FlowError, InvalidInput } from "./errors.ts";
import { text } from "./values.ts";
import { writeAll } from "./write.ts";

/** Exit codes of a run (spec section 6). */
export const exitCodes = { completed: 0, failed: 1, invalid: 2, timeout: 124 } as const;

/** Prints a result on standard output. */
export async function print(result: string): Promise<number> {
  await writeAll(1, Buffer.from(result.endsWith("\n") ? result : `${result}\n`));
  return exitCodes.completed;
}

/** Prints one line on standard error: what was wrong with what the user gave, or how the run failed. */
export async function complain(message: string, error?: FlowError): Promise<number> {
  const label = error === undefined || error instanceof InvalidInput ? "" : ` [${error.failureClass}]`;
  await writeAll(2, Buffer.from(`error: ${text(message)}${label}\n`));
  return exitCodes.invalid;
}
