import { fstatSync } from "node:fs";
import type { FlowError } from "../run/errors.ts";
import type { EventSink, FlowEvent } from "../run/events.ts";

/** A sink that keeps the end of a completed run to itself until `release`. */
export interface HeldCompletion {
  readonly sink: EventSink;
  /** The run has completed, or it failed after all. Does nothing where nothing is held. */
  release(lost: FlowError | undefined): void;
}

/**
 * A run whose result is lost has failed, and that is known only once the result is written: to what may refuse it, such
 * as a file on a full disk, `workflow.completed` waits for that. A pipe refuses nothing unless its reader has gone, and
 * that one may wait for the event before it reads.
 */
export function holdCompletion(sink: EventSink): HeldCompletion {
  const stdout = fstatSync(1);
  if (stdout.isFIFO() || stdout.isSocket()) return { sink, release: () => undefined };
  let held: FlowEvent | undefined;
  return {
    sink: (event) => {
      if (event.event === "workflow.completed") held = event;
      else sink(event);
    },
    release: (lost) => {
      if (held === undefined) return;
      sink(lost === undefined ? held : failedInstead(held, lost));
      held = undefined;
    },
  };
}

function failedInstead(held: FlowEvent, { message, failureClass }: FlowError): FlowEvent {
  return { ...held, event: "workflow.failed", message, failureClass };
}
