import { type FlowError, InvalidInput } from "../run/errors.ts";
import { text } from "../run/values.ts";
import { lossOf, writeAll } from "./write.ts";

/** Exit codes of a run (spec section 6). */
export const exitCodes = { completed: 0, failed: 1, invalid: 2, timeout: 124 } as const;

/** Prints a result on standard output; resolves to the exit code, which is that of a failure where the result was lost. */
export async function print(result: string): Promise<number> {
  const lost = await writeResult(result);
  if (lost === undefined) return exitCodes.completed;
  await complain(lost.message, lost);
  return exitCodes.failed;
}

/** Writes a result to standard output; resolves to the failure (infra) where it was lost. */
export async function writeResult(result: string): Promise<FlowError | undefined> {
  return lossOf("the result", await writeAll(1, Buffer.from(result.endsWith("\n") ? result : `${result}\n`)));
}

/** Prints one line on standard error: what was wrong with what the user gave, or how the run failed. */
export async function complain(message: string, error?: FlowError): Promise<number> {
  const label = error === undefined || error instanceof InvalidInput ? "" : ` [${error.failureClass}]`;
  await writeAll(2, Buffer.from(`error: ${text(message)}${label}\n`));
  return exitCodes.invalid;
}
