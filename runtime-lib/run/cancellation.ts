import { FlowError, RunTimeout } from "./errors.ts";

/** Knows what is running. */
export interface Runner {
  /** Ids of the resources that run, in the order in which they were started. */
  running(): readonly string[];
}

/** Whether and why a run is cancelled. The signal is made when somebody asks for it: most expressions never do. */
export class Cancellation {
  /** Who runs the resources of the run, once it does. */
  runner: Runner | undefined;
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

/** The failure of a run that took longer than `settings.timeout`; `runner`: who ran its resources. */
export function runTimeout(timeoutMs: number, runner: Runner | undefined): RunTimeout {
  return new RunTimeout("timeout", `the run exceeded its timeout of ${timeoutMs / 1000}s${whileRunning(runner)}`);
}

/** So many resources are named. */
const mostNamed = 5;

/** What was running when the time was up, to be put behind a message. */
export function whileRunning(runner: Runner | undefined): string {
  const running = runner?.running() ?? [];
  if (running.length === 0) return "";
  const named = running.slice(0, mostNamed).map((id) => `"${id}"`);
  const others = running.length > mostNamed ? ` and ${running.length - mostNamed} more` : "";
  return ` while it ran ${named.join(", ")}${others}`;
}

/** Any reason of a caller's signal as a FlowError, also that of another bundle, which has a class of its own. */
export function cancelled(reason: unknown): FlowError {
  if (reason instanceof FlowError) return reason;
  const { name, failureClass, message } = (reason ?? {}) as Partial<FlowError>;
  if (name !== "FlowError" || failureClass === undefined || message === undefined)
    return new FlowError("tool_runtime", "the run was cancelled");
  return new FlowError(failureClass, message);
}
