import { Cancellation, type Runner } from "../run/cancellation.ts";
import { FlowError } from "../run/errors.ts";
import type { RunTrace } from "../run/trace.ts";
import { clientAddress } from "./client-address.ts";
import type { Incoming } from "./incoming.ts";
import type { RequestProblem } from "./problem.ts";

/** One request while it is answered. The server looks at `deadline` now and then: a timer for each would cost more. */
export class Exchange extends Cancellation {
  readonly incoming: Incoming;
  /** Of the run that answers it, and in its answer. */
  readonly runId: string;
  /** As it is declared, once it is known. */
  route: string | undefined;
  /** Why it is not answered as it should be. */
  cause: FlowError | RequestProblem | undefined;
  /** Of the run, where somebody collects spans. */
  trace: RunTrace | undefined;
  readonly begin = performance.now();
  /** `performance.now()` at which it is over. */
  deadline = Number.POSITIVE_INFINITY;
  /** What is wrong when it is. */
  late: ((runner: Runner | undefined) => FlowError) | undefined;
  /** True where its answer is the last one on its connection: what follows cannot be read. */
  isLast = false;

  readonly #proxies: number;
  #interrupt: (() => void) | undefined;

  /** `proxies`: so many stand in front of the server. */
  constructor(incoming: Incoming, runId: string, proxies: number) {
    super();
    this.incoming = incoming;
    this.runId = runId;
    this.#proxies = proxies;
  }

  /** The address of the client. */
  get client(): string {
    return clientAddress(this.incoming, this.#proxies);
  }

  /** It may take so long, counted from `since`. */
  limit(milliseconds: number, late: NonNullable<Exchange["late"]>, since = performance.now()): void {
    this.deadline = since + milliseconds;
    this.late = late;
  }

  /** Called when it is cancelled while it reads its body; undefined when it has been read. */
  whenInterrupted(interrupt: (() => void) | undefined): void {
    this.#interrupt = interrupt;
  }

  override abort(reason: FlowError): void {
    super.abort(reason);
    this.#interrupt?.();
  }

  /** Its client has gone: nobody waits for what runs for it. */
  leave(): void {
    this.abort(new FlowError("tool_runtime", "the client went away"));
  }

  /** Cancels it where its time is over. */
  look(now: number): void {
    if (now > this.deadline && this.late !== undefined) this.abort(this.late(this.runner));
  }
}
