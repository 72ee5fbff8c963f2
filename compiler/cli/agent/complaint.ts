import { type FlowError, InvalidInput } from "../../../runtime-lib/run/errors.ts";

/** How an answer failed, in one line. */
export function complaint(error: FlowError): string {
  const label = error instanceof InvalidInput ? "" : ` [${error.failureClass}]`;
  return `error: ${error.message}${label}`;
}
