import type { RunSignals } from "../command/run-command.ts";
import { Signals } from "../command/signals.ts";
import type { FlowError } from "../run/errors.ts";

/**
 * While it stands, the first signal lets the run under way end and no other begin, a second one cancels that run, and a
 * third ends the process at once.
 */
export class Drain {
  readonly #stop = new AbortController();
  readonly #cancel = new AbortController();
  readonly #host: AbortSignal | undefined;
  readonly #drained: () => void;
  #signals: Signals | undefined;
  readonly #handle = (): void => {
    // From now on they cancel, with an exit code.
    for (const name of names) process.off(name, this.#handle);
    this.#signals = new Signals();
    this.#signals.signal.addEventListener("abort", () => this.#cancel.abort(this.#signals?.signal.reason));
    this.#stop.abort();
    this.#drained();
  };
  readonly #abort = (): void => {
    this.#stop.abort();
    this.#cancel.abort(this.#host?.reason);
  };

  /** `host`, once it is aborted, cancels the run at once; `drained` is called with the first signal. */
  constructor(host: AbortSignal | undefined, drained: () => void) {
    this.#host = host;
    this.#drained = drained;
    host?.addEventListener("abort", this.#abort, { once: true });
    for (const name of names) process.on(name, this.#handle);
  }

  /** Aborted where no run is to begin any more. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Of the signal that cancelled a run. */
  get exitCode(): number | undefined {
    return this.#signals?.exitCode;
  }

  /** What cancels one run: a signal, the next run in its place, or a failure outside of it. */
  signalsFor(replaced: AbortSignal): RunSignals {
    const own = new AbortController();
    const signal = AbortSignal.any([this.#cancel.signal, replaced, own.signal]);
    return { signal, exitCode: undefined, cancel: (reason: FlowError) => own.abort(reason), end: () => {} };
  }

  end(): void {
    this.#host?.removeEventListener("abort", this.#abort);
    for (const name of names) process.off(name, this.#handle);
    this.#signals?.end();
  }
}

const names = ["SIGHUP", "SIGINT", "SIGTERM"] as const;
