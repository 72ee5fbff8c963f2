import { fstatSync, ftruncateSync } from "node:fs";
import { lossOf, type WriteFailure, writeAll } from "../command/write.ts";
import type { FailureClass, FlowError, OutputTail } from "./errors.ts";

export type EventKind =
  | "workflow.started"
  | "workflow.completed"
  | "workflow.failed"
  | "resource.started"
  | "resource.completed"
  | "resource.failed"
  | "resource.skipped"
  | "resource.retrying"
  // These two go to whoever asks for details: the stream of events has the eight above.
  | "resource.output"
  | "resource.items";

/** What became of the items of a resource so far. */
export interface ItemCounts {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

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
  /** Of a resource with `items`. */
  readonly items?: ItemCounts;
  /** Of a failure: `file:line` of the resource. */
  readonly place?: string;
  /** Of a failure: true where `onError` lets the run go on. */
  readonly recovered?: true;
  /** An earlier process has run it: its end is in a journal. */
  readonly recorded?: true;
  /** Of a failed command or script, whose signal is named where one ended it. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly command?: string;
  readonly tail?: OutputTail;
  /** Of a line of output and of an attempt: the item that it belongs to, counted from 0. */
  readonly item?: number;
  readonly stream?: OutputStream;
  readonly line?: string;
}

/** A stream that a command writes. */
export type OutputStream = "stdout" | "stderr";

/** The fields that differ from event to event. */
export type EventDetails = Omit<FlowEvent, "event" | "workflowId" | "runId" | "emittedAt">;

/** Takes each event of a run. Undefined stands for the no-operation emitter: nothing is built, nothing is called. */
export type EventSink = (event: FlowEvent) => void;

/** A sink that writes NDJSON, and the way to wait until all of it is written. */
export interface EventWriter {
  readonly sink: EventSink;
  /** Resolves when every line has been written, or the reader is gone; to the failure (infra) where lines were lost. */
  flush(): Promise<FlowError | undefined>;
}

/**
 * Writes one JSON object a line to a file descriptor. Lines are queued, so that a slow reader holds up nobody, and
 * written whole and in order; when the reader is gone the rest is dropped and the run goes on unharmed. A file on a full
 * disk ends with its last whole line.
 */
export function eventWriter(descriptor: number): EventWriter {
  let queue: string[] = [];
  let writing: Promise<void> | undefined;
  let failure: WriteFailure | undefined;
  let end = sizeOf(descriptor);
  const drain = async (): Promise<void> => {
    while (queue.length > 0 && failure === undefined) {
      const lines = Buffer.from(queue.join(""));
      queue = [];
      failure = await writeAll(descriptor, lines);
      const written = lines.subarray(0, failure?.written);
      end += written.length;
      if (failure !== undefined) dropCutLine(descriptor, written, end);
    }
    writing = undefined;
  };
  return {
    sink: (event) => {
      if (failure !== undefined) return;
      queue.push(`${JSON.stringify(event)}\n`);
      writing ??= drain();
    },
    flush: async () => {
      while (writing !== undefined) await writing;
      return lossOf("the events", failure);
    },
  };
}

/** Takes the part of a line off the end of a file, unless somebody else has written behind it: `end` is no longer there. */
function dropCutLine(descriptor: number, written: Buffer, end: number): void {
  const cut = written.length - written.lastIndexOf("\n") - 1;
  if (cut === 0 || sizeOf(descriptor) !== end) return;
  try {
    ftruncateSync(descriptor, end - cut);
  } catch {
    // a file that may only grow
  }
}

/** NaN for what is not a regular file. */
function sizeOf(descriptor: number): number {
  const stat = fstatSync(descriptor);
  return stat.isFile() ? stat.size : Number.NaN;
}
