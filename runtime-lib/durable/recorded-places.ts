import { DBOS, type DBOSClient } from "@dbos-inc/dbos-sdk";
import type { KnownPlace } from "../store/known-places.ts";

/** What a run has recorded. */
export interface RecordedPlaces {
  /** In the order in which they ended; of one that was recorded again, the last. */
  readonly places: ReadonlyMap<string, KnownPlace>;
  /** The number of the step that comes next. */
  readonly next: number;
  /** How many steps were read. */
  readonly count: number;
}

/** Reads what a run has recorded, but for the first `after` steps, outside of all workflows; undefined where there is no such run. */
export async function readRecorded(
  run: string,
  from: Pick<DBOSClient, "listWorkflowSteps"> = DBOS,
  after = 0,
): Promise<RecordedPlaces | undefined> {
  const steps = await from.listWorkflowSteps(run, { offset: after });
  if (steps === undefined) return undefined;
  const places = new Map<string, KnownPlace>();
  for (const { name, output } of steps) {
    places.delete(name);
    places.set(name, output as KnownPlace);
  }
  return { places, next: (steps.at(-1)?.functionID ?? -1) + 1, count: steps.length };
}
