import { resolve } from "node:path";
import type { KeepOptions } from "../command/keep-options.ts";
import type { WorkflowDefinition } from "../run/definition.ts";
import { type FlowError, InvalidInput } from "../run/errors.ts";
import type { EventSink } from "../run/events.ts";
import type { Journal } from "../run/journal.ts";
import { openStore } from "./database.ts";
import { defaultStore } from "./default-store.ts";
import { decode } from "./encode.ts";
import { type RunRow, runOf } from "./find-run.ts";
import { lockRun, type RunLock } from "./run-lock.ts";
import type { Keeping, Program } from "./run-rows.ts";
import { type RunEnd, RunWriter } from "./run-writer.ts";
import { StoredJournal } from "./stored-journal.ts";
import { type Given, type Taken, takenFromItself, takenFromNothing, takenFromOther } from "./taken.ts";
import { StoreWriter } from "./writer.ts";

/** What is asked of a store for one run. */
export interface KeepRequest {
  readonly keep: KeepOptions;
  readonly given: Given;
  readonly program: Pick<Program, "kind" | "path">;
}

/** A run that is kept, or takes over what another has done. */
export interface KeptRun {
  readonly id: string;
  readonly journal: Journal;
  /** What it is given, where it has not all of it from the command line. */
  readonly given: Given;
  /** What is taken over and what runs again, for people: a sentence each. */
  readonly notes: readonly string[];
  /** The result of a run that has completed before. */
  readonly completed: { readonly value: unknown } | undefined;
  /** Takes events and output; undefined where a journal alone is kept. */
  readonly sink: EventSink | undefined;
  /** The run has ended. Resolves when that is written, to the failure where something is lost. */
  end(end: RunEnd): Promise<FlowError | undefined>;
}

/**
 * Opens the store for one run, which is new or goes on. Throws InvalidInput for what cannot be gone on with, infra or
 * preflight for a store that cannot be opened.
 */
export function keepRun(definition: WorkflowDefinition, request: KeepRequest): KeptRun {
  const { keep } = request;
  const { journal, record, run: id = crypto.randomUUID() } = keep;
  const path = keep.path === undefined ? defaultStore() : resolve(keep.path);
  const database = openStore(path);
  let lock: RunLock | undefined;
  const close = (): void => {
    database.close();
    lock?.release();
  };
  try {
    if (journal || record) lock = lockOrRefuse(path, id);
    const row = keep.run === undefined ? undefined : runOf(database, id);
    const taken = takenFor(definition, request, { database, row });
    const keeping = keepingOf(request, { id, given: taken.given, isResumed: row !== undefined });
    const completed = completedValue(row);
    const writer = lock && new RunWriter(database, new StoreWriter(database, path), definition, keeping);
    return {
      id,
      journal: new StoredJournal(taken.known, writer),
      given: taken.given,
      notes: completed === undefined ? taken.notes : [`the run ${id} has completed: this is its result`],
      completed,
      sink: record ? (event) => writer?.event(event) : undefined,
      end: async (end) => {
        const lost = await writer?.end(end);
        // The file stays open to the end of the process: to close it would put its log in place, and wait for the disk.
        lock?.release();
        return lost;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function lockOrRefuse(path: string, id: string): RunLock {
  const lock = lockRun(path, id);
  if (lock === undefined) throw new InvalidInput("preflight", `the run "${id}" is running in another process`);
  return lock;
}

function takenFor(
  definition: WorkflowDefinition,
  { keep, given }: KeepRequest,
  { database, row }: { readonly database: ReturnType<typeof openStore>; readonly row: RunRow | undefined },
): Taken {
  if (row !== undefined) return takenFromItself(database, definition, row, given);
  return keep.from === undefined ? takenFromNothing(given) : takenFromOther(database, definition, keep.from, given);
}

function keepingOf(
  { keep, program }: KeepRequest,
  { id, given, isResumed }: Pick<Keeping, "id" | "isResumed"> & { readonly given: Given },
): Keeping {
  const { only, file, request } = given;
  return {
    id,
    owner: crypto.randomUUID(),
    isJournal: keep.journal,
    isRecord: keep.record,
    isResumed,
    isServed: false,
    program: { ...program, only, file, request },
  };
}

function completedValue(row: RunRow | undefined): { readonly value: unknown } | undefined {
  if (row?.status !== "completed" || row.result === null) return undefined;
  return { value: decode(row.result, (name) => process.env[name] ?? "") };
}
