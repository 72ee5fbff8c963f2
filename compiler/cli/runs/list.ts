import { columns } from "../../../runtime-lib/command/columns.ts";
import { seconds } from "../../../runtime-lib/command/seconds.ts";
import { listRuns } from "../../../runtime-lib/store/list-runs.ts";
import type { ListedRun } from "../../../runtime-lib/store/recorded-run.ts";
import { visible } from "../../report/text.ts";
import { runsListSpec } from "../command-table/runs.ts";
import { readArguments } from "../shared/arguments.ts";
import type { Command } from "../shared/context.ts";
import { withRuns } from "./open-runs.ts";

/** `flowc runs list`: the runs that are kept, the newest first. */
export const list: Command = async (argv, context) => {
  const { values } = readArguments(runsListSpec, argv);
  const { workflow, status, format, store } = values;
  return withRuns(store, context, async ({ database, path }) => {
    const runs = listRuns(database, path, { workflow, status });
    if (format === "json") await context.print(JSON.stringify({ version: 1, runs }, null, 2));
    else if (runs.length > 0) await context.print(table(runs));
    return 0;
  });
};

function table(runs: readonly ListedRun[]): string {
  const length = prefixLength(runs.map(({ id }) => id));
  const rows = [
    ["run", "workflow", "status", "started", "took"],
    ...runs.map(({ id, workflow, status, startedAt, endedAt }) => [
      id.slice(0, length),
      workflow,
      status,
      localTime(startedAt),
      endedAt === undefined ? "" : seconds(Date.parse(endedAt) - Date.parse(startedAt)),
    ]),
  ].map((row) => row.map(visible));
  return columns(rows);
}

/** How much of an id distinguishes it from all others; names are shown whole. */
function prefixLength(ids: readonly string[]): number {
  for (let length = 8; length < 36; length += 1) {
    if (new Set(ids.map((id) => id.slice(0, length))).size === ids.length) return Math.max(length, longestName(ids));
  }
  return Math.max(36, longestName(ids));
}

function longestName(ids: readonly string[]): number {
  return Math.max(0, ...ids.filter((id) => !/^[\da-f]{8}-[\da-f-]{27}$/.test(id)).map((id) => id.length));
}

/** `2026-11-22 10:00:01`, in the zone of the machine. */
export function localTime(text: string): string {
  return new Date(text).toLocaleString("sv-SE");
}
