import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FlowError } from "../../../runtime-lib/run/errors.ts";
import { openExistingStore } from "../../../runtime-lib/store/database.ts";
import { defaultStore } from "../../../runtime-lib/store/default-store.ts";
import { type Context, UsageError } from "../shared/context.ts";

/** A store of runs that is open. */
export interface OpenRuns {
  readonly database: DatabaseSync;
  /** Its file. */
  readonly path: string;
}

/**
 * Hands the store of runs to `use` and closes it afterwards. `store` is its file, or the folder of one; undefined: the
 * user's own. Throws UsageError where there is none, where it cannot be read, and for a run that is not in it.
 */
export async function withRuns<Result>(
  store: string | undefined,
  { workingFolder }: Pick<Context, "workingFolder">,
  use: (runs: OpenRuns) => Result | Promise<Result>,
): Promise<Result> {
  let database: DatabaseSync | undefined;
  try {
    const path = pathOf(store, workingFolder);
    database = openExistingStore(path);
    if (database === undefined) throw new UsageError(`no runs are kept in ${path}: see flowc run --record`);
    return await use({ database, path });
  } catch (error) {
    throw error instanceof FlowError ? new UsageError(error.message) : error;
  } finally {
    database?.close();
  }
}

function pathOf(store: string | undefined, workingFolder: string): string {
  if (store === undefined) return defaultStore();
  const path = resolve(workingFolder, store);
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "runs.db") : path;
}
