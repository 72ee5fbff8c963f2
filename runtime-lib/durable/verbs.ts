import { listVerb } from "./list-verb.ts";
import { migrateVerb } from "./migrate-verb.ts";
import { resultVerb } from "./result-verb.ts";
import { runVerb } from "./run-verb.ts";
import { showVerb } from "./show-verb.ts";
import { startVerb } from "./start-verb.ts";
import type { Verb } from "./verb.ts";
import { workerVerb } from "./worker-verb.ts";

/** The commands of a durable bundle, in the order of its help. */
export const verbs: readonly Verb[] = [runVerb, workerVerb, startVerb, resultVerb, listVerb, showVerb, migrateVerb];
