import { findRun } from "../../../runtime-lib/store/find-run.ts";
import { runsForkSpec } from "../command-table/runs.ts";
import { readArguments } from "../shared/arguments.ts";
import { type Command, UsageError } from "../shared/context.ts";
import { withRuns } from "./open-runs.ts";
import { handedOn, runProgram } from "./resume.ts";

/** `flowc runs fork RUN --from ID`: a new run that takes over what another has done before that resource. */
export const fork: Command = async (argv, context) => {
  const { values, positionals } = readArguments(runsForkSpec, argv);
  const { from, run, store } = values;
  if (from === undefined) throw new UsageError("fork needs --from ID");
  const { row, path } = await withRuns(store, context, ({ database, path: file }) => ({
    row: findRun(database, positionals[0]),
    path: file,
  }));
  const named = run === undefined ? [] : [`--run=${run}`];
  const options = [`--journal=${path}`, ...named, `--from=${from}`, `--of=${row.id}`, ...handedOn(values)];
  return runProgram(row, options, context);
};
