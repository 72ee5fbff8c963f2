import type { WorkflowDefinition } from "../run/definition.ts";
import { InvalidInput } from "../run/errors.ts";
import type { execute, RunResult } from "../run/run.ts";
import { usablePlaces } from "../store/known-places.ts";
import { type Known, StoredJournal } from "../store/stored-journal.ts";
import { restoredText } from "../store/stored-text.ts";
import { fromOnwards } from "../store/taken.ts";
import { DbosWriter, type Inside } from "./dbos-writer.ts";
import { type Given, givenFrom, type KeptGiven } from "./given.ts";
import { numberStepsFrom } from "./internals.ts";
import { readRecorded } from "./recorded-places.ts";
import type { RunningRun } from "./running-run.ts";

/** How a run that completed is kept: a text of encode.ts. */
export interface KeptResult {
  readonly result: string;
}

/** One run of a workflow as a workflow of DBOS. */
export interface RecordedRun {
  readonly id: string;
  readonly definition: WorkflowDefinition;
  readonly running: RunningRun;
  readonly kept: KeptGiven;
  readonly start: typeof execute;
  /** Leads into the context of its workflow, and out of all of them. */
  readonly inside: Inside;
  readonly outside: Inside;
}

/**
 * Runs what a run has yet to do, and records it, in the context of its workflow of DBOS. Resolves to its result, and to
 * that as it is kept. Rejects with the failure of the run.
 */
export async function runRecorded(
  run: RecordedRun,
): Promise<{ readonly result: RunResult; readonly kept: KeptResult }> {
  const { id, definition, running, kept, start, inside } = run;
  const writer = new DbosWriter({ prints: definition.prints, inside, lost: () => running.letGo() });
  const given = givenFrom(kept);
  const known = await knownOf(run, given, writer);
  const journal = new StoredJournal(known, writer);
  const { inputs, only, request } = given;
  const result = await start(definition, {
    ...running.options,
    inputs,
    only,
    ...(request && { request }),
    runId: id,
    journal,
  });
  const { secrets } = writer;
  if (secrets === undefined) throw new Error("the run has ended before it began");
  return { result, kept: { result: restoredText(result, secrets, "the result").text } };
}

/** What need not be done again: what this run has recorded, and what it takes from another. */
async function knownOf(
  { id, definition, inside, outside }: RecordedRun,
  given: Given,
  writer: DbosWriter,
): Promise<Known> {
  const own = await outside(() => readRecorded(id));
  inside(() => numberStepsFrom(own?.next ?? 0));
  const { known } = usablePlaces(own?.places ?? new Map(), definition);
  if (given.from === undefined) return { places: known, isOther: false };
  const { id: from, of } = given.from;
  const other = await outside(() => readRecorded(of));
  if (other === undefined) throw new InvalidInput("preflight", `there is no run "${of}" any more`);
  const taken = usablePlaces(other.places, definition, fromOnwards(definition, from)).known;
  const all = new Map(known);
  for (const [place, one] of taken) {
    if (all.has(place)) continue;
    await writer.add(place, one);
    all.set(place, one);
  }
  return { places: all, isOther: false };
}
