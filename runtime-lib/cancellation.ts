import { FlowError, RunTimeout } from "./errors.ts";

/** Whether and why a run is cancelled. The signal is made when somebody asks for it: most expressions never do. */
export class Cancellation {
  #reason: FlowError | undefined;
  #controller: AbortController | undefined;

  get reason(): FlowError | undefined {
    return this.#reason;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** The first reason counts. */
  abort(reason: FlowError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}

/** The failure of a run that took longer than `settings.timeout`. */
export function runTimeout(timeoutMs: number): RunTimeout {
  return new RunTimeout("timeout", `the run exceeded its timeout of ${timeoutMs / 1000}s`);
}

/** Any reason of a caller's signal as a FlowError. */
export function cancelled(reason: unknown): FlowError {
  return reason instanceof FlowError ? reason : new FlowError("tool_runtime", "the run was cancelled");
}
