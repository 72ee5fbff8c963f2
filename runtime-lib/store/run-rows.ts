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

/** Adds the row of a run that starts. */
export function insertRun(
  database: DatabaseSync,
  definition: WorkflowDefinition,
  { id, isJournal, owner }: Keeping,
  { inputs, program, startedAt }: RunStart,
): void {
  const { name, version, sourceHash } = definition;
  database
    .prepare(
      `INSERT INTO runs (id, workflow, version, source_hash, graph, program, inputs, inputs_flaw, is_journal, owner,
         status, started_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?)`,
    )
    .run(
      ...[id, name, version ?? null, sourceHash, JSON.stringify(graphOf(definition)), program.text],
      ...[inputs.text, inputs.flaw, Number(isJournal), owner, startedAt],
    );
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
  end: { readonly status: RunStatus; readonly result: string | null; readonly failure: string | null },
): void {
  database
    .prepare("UPDATE runs SET status = ?, ended_at = ?, result = ?, failure = ? WHERE id = ? AND owner = ?")
    .run(end.status, Date.now(), end.result, end.failure, id, owner);
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
