import type { FlowError } from "./errors.ts";

/** What a journal knows of a step without its run; those of flowc take the whole `Step`. */
export interface JournaledStep {
  readonly id: string;
  /** Its name in the journal. */
  readonly place: string;
  /** Counted from 1. */
  readonly attempt: number;
}

/** How a place ended. */
export interface Ended {
  /** It failed for good. */
  readonly failure?: FlowError | undefined;
  /** It failed, and others go on without it: what is reported. */
  readonly recovered?: FlowError | undefined;
  /** Of an item: its result. A resource has left its own in the state of its step. */
  readonly result?: unknown;
}

/**
 * Keeps what a run has done where the end of its process cannot reach it. A place is what is kept under a name of its own
 * (`Step.place`): `fetch` a resource, `fetch[3]` an item of it, `caller/fetch` a resource of a component that runs in a
 * second attempt under `caller!1/fetch`. The run asks before a place runs, and records it before anybody is shown its end.
 * What was cut short by a cancellation has no end, and is not recorded.
 */
export interface Journal {
  /** The run is about to start: its inputs are complete and its environment is known. */
  begin(run: { readonly id: string }): void | Promise<void>;
  /** How the place of this step ended before, all of it put back into the run; undefined where it has yet to run. */
  recorded(step: JournaledStep): Ended | undefined;
  /** Keeps the end of a place, which began at `startedAt` (ms since the epoch). Rejects where it cannot be kept. */
  record(step: JournaledStep, ended: Ended, startedAt: number): void | Promise<void>;
  /** When the current attempt of this step failed before (ms since the epoch); undefined where it has yet to run. */
  failedAt(step: JournaledStep): number | undefined;
  /** Keeps that the current attempt failed and that another follows. */
  recordAttempt(step: JournaledStep, error: FlowError): void | Promise<void>;
}
