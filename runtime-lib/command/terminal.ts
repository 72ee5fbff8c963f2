import { type FailureClass, FlowError, InvalidInput } from "../run/errors.ts";
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
  await writeAll(2, Buffer.from(errorLine(text(message), error)));
  return exitCodes.invalid;
}

/** That line: what a user gave wrong has no class. */
export function errorLine(message: string, error: FlowError | FailureClass | undefined): string {
  const failureClass = error instanceof FlowError ? error.failureClass : error;
  const label = failureClass === undefined || error instanceof InvalidInput ? "" : ` [${failureClass}]`;
  return `error: ${message}${label}\n`;
}
