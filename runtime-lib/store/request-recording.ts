import type { DatabaseSync } from "node:sqlite";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, toFlowError } from "../run/errors.ts";
import type { EventSink } from "../run/events.ts";
import type { Journal } from "../run/journal.ts";
import type { Run } from "../run/state.ts";
import type { Step } from "../run/step.ts";
import type { Keeping } from "./run-rows.ts";
import { type RunEnd, RunWriter } from "./run-writer.ts";
import { StoredJournal } from "./stored-journal.ts";

type Act = () => void;

/** What is recorded of one request, held until it has ended. Nothing of it fails the request. */
export class RequestRecording {
  /** Undefined once something could not be recorded: then nothing is. */
  #acts: Act[] | undefined = [];
  readonly #writer: RunWriter;
  readonly #note: (failure: FlowError) => void;

  /** `note` takes why it is not recorded. Throws where the store cannot be read. */
  constructor(
    database: DatabaseSync,
    definition: WorkflowDefinition,
    keeping: Keeping,
    note: (failure: FlowError) => void,
  ) {
    const writeSoon = (act: Act): void => void this.#acts?.push(act);
    const writes = { writeSoon, write: async (act: Act) => writeSoon(act), flush: async () => undefined };
    this.#writer = new RunWriter(database, writes, definition, keeping);
    this.#note = note;
  }

  readonly sink: EventSink = (event) => this.#safely(() => this.#writer.event(event));

  /** A request takes over nothing. */
  get journal(): Journal {
    const stored = new StoredJournal({ places: new Map(), isOther: false }, this.#writer);
    return {
      begin: (run) => this.#safely(() => void stored.begin(run as Run)),
      recorded: () => undefined,
      record: (step, ended, startedAt) => this.#safely(() => void stored.record(step as Step, ended, startedAt)),
      failedAt: () => undefined,
      recordAttempt: (step, error) => this.#safely(() => void stored.recordAttempt(step as Step, error)),
    };
  }

  /** It has ended: what is to be written, in one transaction; nothing where its run never began. */
  end(end: RunEnd): readonly Act[] {
    this.#safely(() => void this.#writer.end(end));
    return this.#acts ?? [];
  }

  #safely(act: Act): void {
    try {
      if (this.#acts !== undefined) act();
    } catch (thrown) {
      this.#acts = undefined;
      this.#note(toFlowError(thrown));
    }
  }
}
