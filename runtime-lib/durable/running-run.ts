import { FlowError } from "../run/errors.ts";
import type { EventSink } from "../run/events.ts";
import type { RunOptions } from "../run/run.ts";

/** A run that this process has at the moment. Once it is not this process's any more, nothing of it is heard. */
export class RunningRun {
  readonly #controller = new AbortController();
  readonly #options: RunOptions;
  readonly #forward = (): void => this.#controller.abort(this.#options.signal?.reason);
  #isOurs = true;

  /** `options`: what whoever waits for it here brings; of a run from the queue, what the worker does. */
  constructor(options: RunOptions) {
    this.#options = options;
    if (options.signal?.aborted) this.#forward();
    else options.signal?.addEventListener("abort", this.#forward, { once: true });
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  /** What the run is started with: the options, until it is let go of. */
  get options(): RunOptions {
    const { onEvent, onDetail } = this.#options;
    return {
      ...this.#options,
      signal: this.#controller.signal,
      ...(onEvent && { onEvent: this.#whileOurs(onEvent) }),
      ...(onDetail && { onDetail: this.#whileOurs(onDetail) }),
    };
  }

  /** Somebody has cancelled it: its commands end, and its events say so. */
  cancel(): void {
    this.#controller.abort(new FlowError("tool_runtime", "the run was cancelled"));
  }

  /** Another process has it, or will: its commands end, and nothing more is said. */
  letGo(): void {
    this.#isOurs = false;
    this.#controller.abort(new FlowError("infra", "the run goes on in another process"));
  }

  /** It has ended. */
  end(): void {
    this.#options.signal?.removeEventListener("abort", this.#forward);
  }

  #whileOurs(sink: EventSink): EventSink {
    return (event) => {
      if (this.#isOurs) sink(event);
    };
  }
}
