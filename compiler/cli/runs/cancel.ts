import { setTimeout as sleep } from "node:timers/promises";
import { askToCancel } from "../../../runtime-lib/store/cancel-run.ts";
import { findRun, runOf } from "../../../runtime-lib/store/find-run.ts";
import { isRunning } from "../../../runtime-lib/store/run-lock.ts";
import { runsCancelSpec } from "../command-table/runs.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command } from "../shared/context.ts";
import { type OpenRuns, withRuns } from "./open-runs.ts";

/** `flowc runs cancel RUN…`: ends when the processes of these runs have ended them. */
export const cancel: Command = async (argv, context) => {
  const { values, positionals } = readArguments(runsCancelSpec, argv);
  return withRuns(values.store, context, async (runs) => {
    const ids = positionals.map((name) => findRun(runs.database, name).id);
    for (const id of ids) askToCancel(runs.database, id, isRunning(runs.path, id));
    for (const id of ids) context.say(`${id}: ${await statusAfter(runs, id)}`);
    return 0;
  });
};

/** What became of the run, once no process is running it. */
async function statusAfter({ database, path }: OpenRuns, id: string): Promise<string> {
  while (isRunning(path, id)) await sleep(50);
  return runOf(database, id)?.status ?? "removed";
}
