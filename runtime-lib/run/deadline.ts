import { FlowError } from "./errors.ts";
import { formatDuration, startTimer } from "./timer.ts";

/** A signal that is aborted when the run is, or when the time of one resource is up; `end` it in any case. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #cancel: () => void;
  readonly #forward = (): void => this.#controller.abort(this.#outer.reason);

  /** `what` is running, for the message: "GET https://a.test/x". */
  constructor(outer: AbortSignal, timeoutMs: number | undefined, what?: () => string) {
    outer.throwIfAborted();
    this.#outer = outer;
    outer.addEventListener("abort", this.#forward, { once: true });
    this.#cancel = startTimer(timeoutMs, () => {
      this.#controller.abort(new FlowError("timeout", timedOut(timeoutMs ?? 0, what)));
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    this.#cancel();
    this.#outer.removeEventListener("abort", this.#forward);
  }
}

function timedOut(timeoutMs: number, what: (() => string) | undefined): string {
  return `timed out after ${formatDuration(timeoutMs)}${what === undefined ? "" : `: ${what()}`}`;
}
