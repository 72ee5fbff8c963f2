import { findRun } from "../../../runtime-lib/store/find-run.ts";
import { removeRuns, runsBeyond } from "../../../runtime-lib/store/list-runs.ts";
import { isRunning } from "../../../runtime-lib/store/run-lock.ts";
import { runsPruneSpec, runsRmSpec } from "../command-table/runs.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, UsageError } from "../shared/context.ts";
import { withRuns } from "./open-runs.ts";

/** `flowc runs rm RUN…`: all of them are removed, or none. */
export const remove: Command = async (argv, context) => {
  const { values, positionals } = readArguments(runsRmSpec, argv);
  return withRuns(values.store, context, ({ database, path }) => {
    const ids = positionals.map((name) => findRun(database, name).id);
    const running = ids.find((id) => isRunning(path, id));
    if (running !== undefined) throw new UsageError(`the run ${running} is running; flowc runs cancel ends it`);
    removeRuns(database, path, ids);
    return 0;
  });
};

/** `flowc runs prune`: removes what is beyond the limits, and says how many that was. */
export const prune: Command = async (argv, context) => {
  const { values } = readArguments(runsPruneSpec, argv);
  const { keep, older, store } = values;
  if (keep === undefined && older === undefined) throw new UsageError("prune needs --keep NUMBER or --older TIME");
  const limits = {
    ...(keep !== undefined && { keep: countOf(keep) }),
    ...(older !== undefined && { before: Date.now() - millisecondsOf(older) }),
  };
  return withRuns(store, context, ({ database, path }) => {
    const ids = runsBeyond(database, path, limits);
    removeRuns(database, path, ids);
    context.say(`${ids.length} run${ids.length === 1 ? "" : "s"} removed`);
    return 0;
  });
};

function countOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--keep takes a number, not "${text}"`);
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

function millisecondsOf(text: string): number {
  const [, number, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (number === undefined || unit === undefined)
    throw new UsageError(`--older takes a time such as 30d, 12h or 4w, not "${text}"`);
  return Number(number) * units[unit as keyof typeof units];
}
