import { FlowError } from "../../../runtime-lib/run/errors.ts";

/** The message with which the function fails; it must be of class tool_runtime. */
export function failure(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof FlowError && thrown.failureClass === "tool_runtime") return thrown.message;
    throw thrown;
  }
  throw new Error("does not fail");
}
