import { cancelVerb, resumeVerb, retryVerb } from "./again-verbs.ts";
import { eventsVerb } from "./events-verb.ts";
import { forkVerb } from "./fork-verb.ts";
import { listVerb } from "./list-verb.ts";
import { migrateVerb } from "./migrate-verb.ts";
import { purgeVerb } from "./purge-verb.ts";
import { queueVerb } from "./queue-verb.ts";
import { resultVerb } from "./result-verb.ts";
import { runVerb } from "./run-verb.ts";
import { scheduleVerb } from "./schedule-verb.ts";
import { showVerb } from "./show-verb.ts";
import { startVerb } from "./start-verb.ts";
import type { DurableParts, Verb } from "./verb.ts";
import { workerVerb } from "./worker-verb.ts";

/** The commands of a durable bundle, in the order of its help. */
export function verbsOf({ verb }: DurableParts): readonly Verb[] {
  return verb === undefined ? verbs : [verb, ...verbs];
}

const verbs: readonly Verb[] = [
  ...[runVerb, workerVerb, startVerb, resultVerb, listVerb, showVerb, eventsVerb],
  ...[cancelVerb, resumeVerb, retryVerb, forkVerb],
  ...[scheduleVerb, queueVerb, migrateVerb, purgeVerb],
];
