import { type FlowError, InvalidInput, RunTimeout } from "../run/errors.ts";
import { exitCodes } from "./terminal.ts";

/** The exit code of a run that failed (spec section 6). */
export function exitCodeOf(error: FlowError): number {
  if (error instanceof InvalidInput) return exitCodes.invalid;
  return error instanceof RunTimeout ? exitCodes.timeout : exitCodes.failed;
}
