import type { IncomingMessage, ServerResponse } from "node:http";
import { Cancellation } from "./cancellation.ts";
import { FlowError } from "./errors.ts";

/** One request while it is answered. The server looks at `deadline` now and then: a timer for each would cost more. */
export class Exchange extends Cancellation {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly begin = performance.now();
  /** `performance.now()` at which it is over. */
  deadline = Number.POSITIVE_INFINITY;
  /** What is wrong when it is. */
  late: (() => FlowError) | undefined;

  /** Told when it is cancelled while it reads its body. */
  interrupt: (() => void) | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, closed: (exchange: Exchange) => void) {
    super();
    this.incoming = incoming;
    this.outgoing = outgoing;
    outgoing.once("close", () => {
      if (!outgoing.writableEnded) this.abort(new FlowError("tool_runtime", "the client went away"));
      closed(this);
    });
  }

  /** It may take so long, counted from `since`. */
  limit(milliseconds: number, late: () => FlowError, since = performance.now()): void {
    this.deadline = since + milliseconds;
    this.late = late;
  }

  override abort(reason: FlowError): void {
    super.abort(reason);
    this.interrupt?.();
  }

  /** Cancels it where its time is over. */
  look(now: number): void {
    if (now > this.deadline && this.late !== undefined) this.abort(this.late());
  }
}
