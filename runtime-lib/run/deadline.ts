import type { Clock } from "./effects.ts";
import { FlowError } from "./errors.ts";
import type { StepContext } from "./step-context.ts";
import { formatDuration, startTimer } from "./timer.ts";

/** A signal that is aborted when the run is, or when the time of one resource is up; `end` it in any case. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #cancel: () => void;
  readonly #forward = (): void => this.#controller.abort(this.#outer.reason);

  /** Whose time counts, where it is not the real one. */
  readonly clock: Clock | undefined;

  /** `what` is running, for the message: "GET https://a.test/x". */
  constructor(
    { signal: outer, effects }: Pick<StepContext, "signal" | "effects">,
    timeoutMs: number | undefined,
    what?: () => string,
  ) {
    outer.throwIfAborted();
    this.#outer = outer;
    this.clock = effects?.clock;
    outer.addEventListener("abort", this.#forward, { once: true });
    const expire = (): void => this.#controller.abort(new FlowError("timeout", timedOut(timeoutMs ?? 0, what)));
    this.#cancel = startTimer(timeoutMs, expire, this.clock);
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
