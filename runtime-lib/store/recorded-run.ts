import type { DatabaseSync } from "node:sqlite";
import type { FlowEvent } from "../run/events.ts";
import { decode } from "./encode.ts";
import { findRun, type RunRow } from "./find-run.ts";
import { type Flaw, readPlaces } from "./known-places.ts";
import type { KeptFailure } from "./outcome.ts";
import { isRunning } from "./run-lock.ts";
import type { RunGraph } from "./run-rows.ts";
import type { RunStatus } from "./run-status.ts";

/** A run as it is listed. Times are RFC 3339, UTC. */
export interface ListedRun {
  readonly id: string;
  readonly workflow: string;
  readonly version?: string;
  /** SHA-256 over the workflow's files. */
  readonly sourceHash: string;
  readonly status: RunStatus;
  /** True where another process can go on with it. */
  readonly journal: boolean;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Of one that did not complete. */
  readonly message?: string;
  readonly failureClass?: string;
}

/** All that is known of a run, with `***` in place of secrets. */
export interface RecordedRun {
  readonly run: ListedRun;
  readonly graph: RunGraph;
  /** As `--events --events-output` writes them; none where only a journal was kept. */
  readonly events: readonly FlowEvent[];
  readonly inputs: unknown;
  /** By id of the resource. */
  readonly results: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  /** By id, for results that are not whole: of one that is cut, the result is the beginning of its JSON. */
  readonly notes: Readonly<Record<string, Flaw>>;
}

/** A run of the store in the file `path`, by its id or the beginning of it, or `last`. Throws InvalidInput for none, or several. */
export function recordedRun(database: DatabaseSync, path: string, name: string): RecordedRun {
  const row = findRun(database, name);
  const places = [...readPlaces(database, row.id)].filter(([place]) => !/[[/!]/.test(place));
  const results = places.flatMap(([id, { result }]) => (result === null ? [] : [[id, shownValue(result)] as const]));
  const notes = places.flatMap(([id, { flaw }]) => (flaw === null ? [] : [[id, flaw] as const]));
  return {
    run: listedRun(row, path),
    graph: JSON.parse(row.graph),
    events: eventsOf(database, row.id),
    inputs: shownValue(row.inputs),
    results: Object.fromEntries(results),
    ...(row.result !== null && { result: shownValue(row.result) }),
    notes: Object.fromEntries(notes),
  };
}

/** A row as it is listed; one whose process is gone is interrupted. */
export function listedRun(row: RunRow, path: string): ListedRun {
  const { id, workflow, version, sourceHash, startedAt, endedAt } = row;
  const isGone = row.status === "running" && !isRunning(path, id);
  const failure = row.failure === null ? undefined : (shownValue(row.failure) as KeptFailure);
  return {
    id,
    workflow,
    ...(version !== null && { version }),
    sourceHash,
    status: isGone ? "interrupted" : row.status,
    journal: row.isJournal === 1,
    startedAt: new Date(startedAt).toISOString(),
    ...(endedAt !== null && { endedAt: new Date(endedAt).toISOString() }),
    ...(failure !== undefined && { message: failure.message, failureClass: failure.failureClass }),
  };
}

function eventsOf(database: DatabaseSync, run: string): readonly FlowEvent[] {
  const rows = database.prepare("SELECT events FROM events WHERE run = ? ORDER BY number").all(run);
  return rows.flatMap(({ events }) =>
    String(events)
      .split("\n")
      .map((line) => JSON.parse(line) as FlowEvent),
  );
}

/** A stored value as plain JSON. */
function shownValue(text: string): unknown {
  const value = decode(text, () => "***");
  return JSON.parse(JSON.stringify(value, (_key, inner) => (typeof inner === "bigint" ? String(inner) : inner)));
}
