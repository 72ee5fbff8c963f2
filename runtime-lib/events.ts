import type { FailureClass } from "./errors.ts";
import { writeAll } from "./write.ts";

export type EventKind =
  | "workflow.started"
  | "workflow.completed"
  | "workflow.failed"
  | "resource.started"
  | "resource.completed"
  | "resource.failed"
  | "resource.skipped"
  | "resource.retrying";

/** What a language model counts. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

/** One event of a run (service.md, "Events"; spec section 5). */
export interface FlowEvent {
  readonly event: EventKind;
  readonly workflowId: string;
  readonly runId: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly emittedAt: string;
  readonly actionId?: string;
  readonly resourceType?: string;
  readonly message?: string;
  readonly failureClass?: FailureClass;
  /** From start to end of the resource, in milliseconds. */
  readonly durationMs?: number;
  /** The attempt that failed, counted from 1. */
  readonly attempt?: number;
  /** Tokens that a chat took, all its answers together. */
  readonly usage?: TokenUsage;
}

/** The fields that differ from event to event. */
export type EventDetails = Omit<FlowEvent, "event" | "workflowId" | "runId" | "emittedAt">;

/** Takes each event of a run. Undefined stands for the no-operation emitter: nothing is built, nothing is called. */
export type EventSink = (event: FlowEvent) => void;

/** A sink that writes NDJSON, and the way to wait until all of it is written. */
export interface EventWriter {
  readonly sink: EventSink;
  /** Resolves when every line has been written, or the reader is gone. */
  flush(): Promise<void>;
}

/**
 * Writes one JSON object a line to a file descriptor. Lines are queued, so that a slow reader holds up nobody, and
 * written whole and in order; when the reader is gone the rest is dropped and the run goes on unharmed.
 */
export function eventWriter(descriptor: number): EventWriter {
  let queue: string[] = [];
  let writing: Promise<void> | undefined;
  let gone = false;
  const drain = async (): Promise<void> => {
    while (queue.length > 0 && !gone) {
      const lines = queue.join("");
      queue = [];
      gone = !(await writeAll(descriptor, Buffer.from(lines)));
    }
    writing = undefined;
  };
  return {
    sink: (event) => {
      if (gone) return;
      queue.push(`${JSON.stringify(event)}\n`);
      writing ??= drain();
    },
    flush: async () => {
      while (writing !== undefined) await writing;
    },
  };
}
