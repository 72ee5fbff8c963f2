import { listRuns } from "../../../runtime-lib/store/list-runs.ts";
import { recordedRun } from "../../../runtime-lib/store/recorded-run.ts";
import type { DevRun } from "../../page/dev-data.ts";
import { keptRunData } from "../report/kept-run.ts";
import { withRuns } from "../runs/open-runs.ts";
import type { Context } from "../shared/context.ts";
import type { CheckedWorkflow } from "./workspace.ts";

/** So many are shown, the latest. */
const most = 10;

/** The runs of a workflow that the user's own store has kept. Throws UsageError where there is none to read. */
export function keptRuns({ shown: { id: of, name } }: CheckedWorkflow, context: Context): Promise<readonly DevRun[]> {
  return withRuns(undefined, context, ({ database, path }) =>
    listRuns(database, path, { workflow: name })
      .slice(0, most)
      .map(({ id }) => ({ ...keptRunData(recordedRun(database, path, id)), of, isKept: true })),
  );
}
