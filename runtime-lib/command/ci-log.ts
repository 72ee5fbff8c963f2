import type { EventSink, FlowEvent } from "../run/events.ts";

/** A failure as it is shown. */
export interface ShownFailure {
  readonly message: string;
  readonly failureClass: string;
  /** The event of the resource that failed, if it was one. */
  readonly event: FlowEvent | undefined;
}

/**
 * What a service of continuous integration makes of a run. `flowc run` brings it, so that it is in no bundle. Each part
 * gives what is to be written to the log.
 */
export interface CiLog {
  /** The section of a resource that has ended; empty where there is none. */
  event(event: FlowEvent): string;
  /** Takes a line of output. */
  readonly output: EventSink;
  /** Sections of resources that have no end. */
  end(): string;
  /** How the run failed, with notes at the lines of its files. `text` is what people read elsewhere. */
  failed(text: string, failures: readonly ShownFailure[]): string;
  /** The run has ended, as its last word. */
  close(outcome: { readonly value: unknown } | { readonly error: ShownFailure }): string;
}
