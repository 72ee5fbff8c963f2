import { pathToFileURL } from "node:url";
import { decode } from "../../../runtime-lib/store/encode.ts";
import { findRun, type RunRow } from "../../../runtime-lib/store/find-run.ts";
import { isRecord, listRuns } from "../../../runtime-lib/store/list-runs.ts";
import type { Program } from "../../../runtime-lib/store/run-rows.ts";
import { runsResumeSpec } from "../command-table/runs.ts";
import { run as runWorkflow } from "../run/run.ts";
import { readArguments } from "../shared/arguments.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { type OpenRuns, withRuns } from "./open-runs.ts";

/** `flowc resume [RUN]`: goes on with a run that a journal has kept. */
export const resume: Command = async (argv, context) => {
  const { values, positionals } = readArguments(runsResumeSpec, argv);
  const { row, path, isRecorded } = await withRuns(values.store, context, (runs) => {
    const found = rowOf(runs, positionals[0]);
    return { row: found, path: runs.path, isRecorded: isRecord(runs.database, found.id) };
  });
  if (row.isJournal === 0)
    throw new UsageError(`the run ${row.id} has no journal; flowc run PATH --from ID --of RUN takes over its results`);
  const record = isRecorded ? ["--record"] : [];
  return runProgram(row, [`--journal=${path}`, ...record, `--run=${row.id}`, ...handedOn(values)], context);
};

/** Runs what a run was a run of, with these options. */
export async function runProgram(row: RunRow, given: readonly string[], context: Context): Promise<number> {
  const { kind, path, only, request } = decode(row.program, () => "") as Program;
  // What else it was given, the store knows.
  const options = [
    ...given,
    ...(only === undefined ? [] : [`--only=${only}`]),
    ...(request === undefined ? [] : [`--request=${request.method} ${request.path}`]),
  ];
  if (kind === "workflow") return runWorkflow([path, ...options], context);
  let bundle: LoadedBundle;
  try {
    bundle = await import(pathToFileURL(path).href);
  } catch {
    throw new UsageError(`the run ${row.id} is one of ${path}, which does not load; run it with ${options.join(" ")}`);
  }
  return bundle.main(options);
}

/** Options as they were given, for a bundle. */
export function handedOn(values: {
  readonly "env-file": readonly string[];
  readonly events: boolean;
  readonly "events-file": string | undefined;
  readonly "events-output": boolean;
  readonly "step-output": string | undefined;
  readonly output: string | undefined;
}): readonly string[] {
  const {
    "env-file": files,
    events,
    "events-file": file,
    "events-output": lines,
    "step-output": shown,
    output,
  } = values;
  return [
    ...files.map((name) => `--env-file=${name}`),
    ...(events ? ["--events"] : []),
    ...(file === undefined ? [] : [`--events=${file}`]),
    ...(lines ? ["--events-output"] : []),
    ...(shown === undefined ? [] : [`--step-output=${shown}`]),
    ...(output === undefined ? [] : [`--output=${output}`]),
  ];
}

/** The run of that name; without one the last that can go on. */
function rowOf({ database, path }: OpenRuns, name: string | undefined): RunRow {
  if (name !== undefined) return findRun(database, name);
  const open = listRuns(database, path, {}).find(({ journal, status }) => journal && isOpen(status));
  if (open === undefined) throw new UsageError("every run that has a journal has completed, or is running");
  return findRun(database, open.id);
}

function isOpen(status: string): boolean {
  return status !== "completed" && status !== "running";
}
