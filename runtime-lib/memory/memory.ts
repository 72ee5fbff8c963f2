import { join, resolve, sep } from "node:path";
import { FlowError } from "../run/errors.ts";
import { homeFolder } from "../run/home-folder.ts";
import type { StepContext } from "../run/step-context.ts";
import { databaseProblem, isLocked, whenUnlocked } from "../sqlite/locked.ts";
import { retrieveFrom, storeIn } from "./connections.ts";
import { UnfitFile } from "./content.ts";
import { askMemory, invalid, type MemoryInputs, type MemoryRequest, type MemoryResult } from "./request.ts";
import { storeTogether } from "./stores.ts";

/**
 * Stores or retrieves one text by its key in an SQLite file that any number of processes may share. A store overwrites
 * and is on disk when the promise resolves. Waits up to 60 s for another process's lock, without blocking the thread.
 * Half a surrogate pair has no UTF-8 form and is refused rather than silently replaced. The file stays open for the next
 * run of this process.
 * @throws FlowError validation for inputs, infra for the file, preflight for a missing addon; the signal's reason
 */
export function memory(step: StepContext, inputs: MemoryInputs): Promise<MemoryResult> {
  return askMemory(step, inputs, { pathOf, perform: (request) => perform(step, request) });
}

/** What is stored under the key, where that is asked for. */
async function perform(
  step: StepContext,
  { action, key, value, path: own }: MemoryRequest,
): Promise<string | undefined> {
  const { path = own, entries = [] } = step.effects?.memoryFile?.(own) ?? {};
  try {
    if (entries.length > 0) storeIn(path, entries);
    if (action === "retrieve") return await whenUnlocked(() => retrieveFrom(path, key), step.signal, LOCK_LIMIT);
    await storeTogether(path, { key, value }, step.signal, LOCK_LIMIT);
    return undefined;
  } catch (error) {
    throw explain(error, path);
  }
}

/** Milliseconds to wait for a lock. */
const LOCK_LIMIT = 60_000;

/** SQLite drops white space around a file name, so it has been dropped before anything looks at it. */
function pathOf(path: string): string {
  if (path !== "~" && !path.startsWith("~/") && !path.startsWith(`~${sep}`)) return resolve(path);
  const home = homeFolder();
  if (home === undefined)
    throw new FlowError("infra", "memory cannot find a home folder for '~'; set HOME or 'dbPath'");
  return join(home, path.slice(2));
}

/** What a failed attempt means to the user. Anything that is not about the file stays as it is. */
function explain(error: unknown, path: string): unknown {
  if (isLocked(error)) {
    return new FlowError("infra", `memory database is locked by another process: ${path}`, { cause: error });
  }
  if (error instanceof RangeError) return invalid("memory 'value' is too large to be stored");
  const problem = error instanceof UnfitFile ? error.message : databaseProblem(error);
  if (problem === undefined) return error;
  return new FlowError("infra", `memory database ${path} cannot be used: ${problem}`, { cause: error });
}
