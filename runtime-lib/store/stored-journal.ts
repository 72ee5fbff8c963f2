import { FlowError, toFlowError } from "../run/errors.ts";
import { optionalEnv } from "../run/given.ts";
import type { Ended, Journal } from "../run/journal.ts";
import type { Run } from "../run/state.ts";
import type { Step } from "../run/step.ts";
import { decode } from "./encode.ts";
import type { KnownPlace } from "./known-places.ts";
import { keptFailure, type Outcome, outcomeOf, restore } from "./outcome.ts";
import type { RunWriter } from "./run-writer.ts";

/** What an earlier process or another run has done, and where that is from. */
export interface Known {
  readonly places: ReadonlyMap<string, KnownPlace>;
  /** True where it is another run: its places are written down as places of this one. */
  readonly isOther: boolean;
}

/** Who writes down what a run does; without `copy` nothing is known from another run. */
export type JournalWriter = Pick<RunWriter, "begin" | "place" | "attempt"> & Partial<Pick<RunWriter, "copy">>;

/** Keeps what a run does in a store, and takes what is known from one; without a writer nothing is kept. */
export class StoredJournal implements Journal {
  readonly #known: Known;
  readonly #writer: JournalWriter | undefined;

  constructor(known: Known, writer: JournalWriter | undefined) {
    this.#known = known;
    this.#writer = writer;
  }

  begin(run: Run): void | Promise<void> {
    // Nothing is written that would turn out to be a secret later.
    for (const name of run.definition.effects.environment) {
      const value = run.environment[name];
      if (value !== undefined) run.secrets.add(value, name);
    }
    return this.#writer?.begin(run);
  }

  recorded(step: Step): Ended | undefined {
    const known = this.#known.places.get(step.place);
    if (known === undefined) return undefined;
    const secret = (name: string): string => {
      const value = optionalEnv(step, name);
      if (value === null) throw new FlowError("preflight", `environment variable not set: ${name}`);
      return value;
    };
    try {
      const outcome = decode(known.outcome, secret) as Outcome;
      const ended = restore(
        step,
        known.result === null ? outcome : { ...outcome, result: decode(known.result, secret) },
      );
      if (this.#known.isOther) this.#writer?.copy?.(step.place, known);
      return ended;
    } catch (thrown) {
      return { failure: toFlowError(thrown) };
    }
  }

  record(step: Step, ended: Ended, startedAt: number): void | Promise<void> {
    const { result = null, ...outcome } = outcomeOf(step, ended);
    const isAlone = step.run.cancellation.runner?.running().length === 0;
    return this.#writer?.place(step.place, { outcome, result, startedAt, isAlone });
  }

  failedAt(step: Step): number | undefined {
    return this.#known.places.get(attemptOf(step))?.endedAt;
  }

  recordAttempt(step: Step, error: FlowError): void | Promise<void> {
    return this.#writer?.attempt(attemptOf(step), keptFailure(error));
  }
}

function attemptOf({ place, attempt }: Step): string {
  return `${place}!${attempt}`;
}
