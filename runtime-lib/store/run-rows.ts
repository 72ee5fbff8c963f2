import type { DatabaseSync } from "node:sqlite";
import type { WorkflowDefinition } from "../run/definition.ts";
import { placeText } from "../run/place-text.ts";
import type { RunRequest } from "../run/state.ts";
import type { RunStatus } from "./run-status.ts";
import type { StoredText } from "./stored-text.ts";

/** What is kept of a run. */
export interface Keeping {
  readonly id: string;
  /** What distinguishes this process from all others that have run it. */
  readonly owner: string;
  /** Places are whole, and in the file before anybody is shown their end. */
  readonly isJournal: boolean;
  /** Events and output are kept as well. */
  readonly isRecord: boolean;
  /** True where the run is there already. */
  readonly isResumed: boolean;
  /** True where it answers a request: it is in the file once it has ended, under another id where that one is taken. */
  readonly isServed: boolean;
  readonly program: Program;
}

/** What it takes to run it again, beside its inputs. */
export interface Program {
  /** The workflow as `flowc run` was given it, or the bundle that ran itself; its absolute path. */
  readonly kind: "workflow" | "bundle";
  readonly path: string;
  readonly only: string | undefined;
  readonly file: string | undefined;
  readonly request: RunRequest | undefined;
}

/** The graph of a workflow as it is kept with each run. */
export interface RunGraph {
  readonly target: string;
  readonly resources: readonly {
    readonly id: string;
    readonly type: string;
    readonly requires: readonly string[];
    /** `file:line`. */
    readonly place?: string;
  }[];
}

/** What is known of a run when it starts. */
export interface RunStart {
  readonly inputs: StoredText;
  readonly program: StoredText;
  readonly startedAt: number;
}

/** What is known of a run when it has ended. */
export interface RunEnding {
  readonly status: RunStatus;
  readonly endedAt: number;
  readonly result: string | null;
  readonly failure: string | null;
}

/** Adds the row of a run that starts; false where there is one of that id. */
export function insertRun(
  database: DatabaseSync,
  definition: WorkflowDefinition,
  { id, isJournal, owner }: Keeping,
  { inputs, program, startedAt }: RunStart,
): boolean {
  const { name, version, sourceHash } = definition;
  const { changes } = database
    .prepare(
      `INSERT INTO runs (id, workflow, version, source_hash, graph, program, inputs, inputs_flaw, is_journal, owner,
         status, started_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?) ON CONFLICT DO NOTHING`,
    )
    .run(
      ...[id, name, version ?? null, sourceHash, JSON.stringify(graphOf(definition)), program.text],
      ...[inputs.text, inputs.flaw, Number(isJournal), owner, startedAt],
    );
  return changes !== 0;
}

/** A process goes on with a run: it runs what the workflow is now. */
export function takeOverRun(database: DatabaseSync, definition: WorkflowDefinition, { id, owner }: Keeping): void {
  database
    .prepare(
      `UPDATE runs SET owner = ?, status = 'running', is_cancelled = 0, source_hash = ?, graph = ?, ended_at = NULL, result = NULL,
         failure = NULL WHERE id = ?`,
    )
    .run(owner, definition.sourceHash, JSON.stringify(graphOf(definition)), id);
}

/** Notes how a run ended, where no other process has taken it over. */
export function endRun(
  database: DatabaseSync,
  { id, owner }: Keeping,
  { status, endedAt, result, failure }: RunEnding,
): void {
  database
    .prepare("UPDATE runs SET status = ?, ended_at = ?, result = ?, failure = ? WHERE id = ? AND owner = ?")
    .run(status, endedAt, result, failure, id, owner);
}

function graphOf({ target, resources, places }: Pick<WorkflowDefinition, "target" | "resources" | "places">): RunGraph {
  return {
    target,
    resources: resources.map(({ id, type, requires, place }) => ({
      id,
      type,
      requires,
      ...(place !== undefined && { place: placeText(place, places) }),
    })),
  };
}
