import { FlowError } from "../run/errors.ts";

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** While it stands, the first signal cancels the run, a second one ends the process at once. */
export class Signals {
  exitCode: number | undefined;
  readonly #controller = new AbortController();
  readonly #handle = (signal: NodeJS.Signals): void => {
    const code = 128 + (signalNumbers[signal as keyof typeof signalNumbers] ?? 0);
    if (this.exitCode !== undefined) process.exit(code);
    this.exitCode = code;
    this.#controller.abort(new FlowError("tool_runtime", `the run was cancelled by ${signal}`));
  };

  readonly #outer: AbortSignal | undefined;
  readonly #forward = (): void => this.#controller.abort(this.#outer?.reason);

  /** `outer`, once it is aborted, cancels the run as well. */
  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    outer?.addEventListener("abort", this.#forward, { once: true });
    for (const name of Object.keys(signalNumbers)) process.on(name, this.#handle);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Cancels the run without a signal. */
  cancel(reason: FlowError): void {
    this.#controller.abort(reason);
  }

  /** Resolves with the first signal. */
  get received(): Promise<void> {
    return new Promise((resolve) => this.signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  end(): void {
    this.#outer?.removeEventListener("abort", this.#forward);
    for (const name of Object.keys(signalNumbers)) process.off(name, this.#handle);
  }
}
