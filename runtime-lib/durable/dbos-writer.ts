import { DBOS, DBOSWorkflowConflictError, Error as DbosErrors } from "@dbos-inc/dbos-sdk";
import type { WorkflowDefinition } from "../run/definition.ts";
import { FlowError } from "../run/errors.ts";
import type { Secrets } from "../run/secrets.ts";
import type { Run } from "../run/state.ts";
import { type KnownPlace, resourceOf } from "../store/known-places.ts";
import type { KeptFailure } from "../store/outcome.ts";
import type { PlaceEnd } from "../store/run-writer.ts";
import type { JournalWriter } from "../store/stored-journal.ts";
import { restoredText } from "../store/stored-text.ts";

/** Calls a function in the context of the workflow of DBOS that a run is. */
export type Inside = <Result>(act: () => Result) => Result;

/** What a writer is for. */
interface Writing {
  readonly prints: WorkflowDefinition["prints"];
  readonly inside: Inside;
  /** Called when another process has the run, or it was cancelled: nothing of it is recorded here any more. */
  readonly lost: () => void;
}

/**
 * Records the places of one run as steps of DBOS, in the order in which they ended. DBOS takes a step only from the process
 * that owns the run.
 */
export class DbosWriter implements JournalWriter {
  readonly #writing: Writing;
  #run: Run | undefined;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** Of the run, once it has begun. */
  get secrets(): Secrets | undefined {
    return this.#run?.secrets;
  }

  begin(run: Run): void {
    this.#run = run;
  }

  place(place: string, { outcome, result, startedAt }: PlaceEnd): Promise<void> {
    const secrets = (this.#run as Run).secrets;
    const parts = restoredText(outcome, secrets, `what "${place}" leaves`);
    const value = outcome.failure === undefined ? restoredText(result, secrets, `the result of "${place}"`) : undefined;
    const flaw = value?.flaw ?? parts.flaw;
    return this.#keep(place, { outcome: parts.text, result: value?.text ?? null, flaw, startedAt });
  }

  attempt(place: string, failure: KeptFailure): Promise<void> {
    const { text: outcome } = restoredText({ failure }, (this.#run as Run).secrets, `the failure of "${place}"`);
    return this.#keep(place, { outcome, result: null, flaw: null, startedAt: Date.now() });
  }

  /** Records a place as it is. Rejects where this process has lost the run. */
  async add(place: string, known: KnownPlace): Promise<void> {
    const { inside, lost } = this.#writing;
    try {
      await inside(() => DBOS.runStep(async () => known, { name: place }));
    } catch (thrown) {
      if (!isLoss(thrown)) throw thrown;
      lost();
      throw new FlowError("infra", "another process has taken over the run");
    }
  }

  #keep(place: string, kept: Omit<KnownPlace, "print" | "endedAt">): Promise<void> {
    const print = this.#writing.prints?.[resourceOf(place)] ?? "";
    return this.add(place, { ...kept, print, endedAt: Date.now() });
  }
}

function isLoss(thrown: unknown): boolean {
  return thrown instanceof DBOSWorkflowConflictError || thrown instanceof DbosErrors.DBOSWorkflowCancelledError;
}
