import type { DatabaseSync } from "node:sqlite";
import { InvalidInput } from "../run/errors.ts";
import type { Flaw } from "./known-places.ts";
import type { RunStatus } from "./run-status.ts";

/** A run as the store has it. Times are milliseconds since 1970, texts of values those of encode.ts. */
export interface RunRow {
  readonly id: string;
  readonly workflow: string;
  readonly version: string | null;
  readonly sourceHash: string;
  readonly graph: string;
  readonly program: string;
  readonly inputs: string;
  readonly inputsFlaw: Flaw | null;
  readonly isJournal: number;
  /** Never `interrupted`: whether its process still lives is not in the file. */
  readonly status: Exclude<RunStatus, "interrupted">;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly result: string | null;
  readonly failure: string | null;
}

/** Columns of a RunRow. */
export const runColumns = `id, workflow, version, source_hash AS sourceHash, graph, program, inputs,
  inputs_flaw AS inputsFlaw, is_journal AS isJournal, status, started_at AS startedAt, ended_at AS endedAt, result, failure`;

/**
 * The run of that id, of which the beginning is enough where no other has it; `last` is the one that started last, where a
 * workflow is given of its runs. Throws InvalidInput where there is none, or more than one.
 */
export function findRun(database: DatabaseSync, name: string, workflow?: string): RunRow {
  const rows = name === "last" ? lastRun(database, workflow) : runsFrom(database, name);
  const [first, second] = rows;
  if (first === undefined)
    throw new InvalidInput("preflight", `there is no run "${name}"; flowc runs lists those there are`);
  if (second === undefined || first.id === name) return first;
  const ids = rows.map(({ id }) => id).join(", ");
  throw new InvalidInput("preflight", `more than one run begins with "${name}": ${ids}`);
}

/** The run of exactly this id. */
export function runOf(database: DatabaseSync, id: string): RunRow | undefined {
  return database.prepare(`SELECT ${runColumns} FROM runs WHERE id = ?`).get(id) as RunRow | undefined;
}

function lastRun(database: DatabaseSync, workflow: string | undefined): readonly RunRow[] {
  const [where, values] = workflow === undefined ? ["", []] : ["WHERE workflow = ?", [workflow]];
  return all(
    database,
    `SELECT ${runColumns} FROM runs ${where} ORDER BY started_at DESC, rowid DESC LIMIT 1`,
    ...values,
  );
}

/** At most a few, the one of exactly this id first. */
function runsFrom(database: DatabaseSync, start: string): readonly RunRow[] {
  const query = `SELECT ${runColumns} FROM runs WHERE substr(id, 1, ?) = ? ORDER BY length(id), id LIMIT 5`;
  return all(database, query, [...start].length, start);
}

function all(database: DatabaseSync, query: string, ...values: readonly (string | number)[]): readonly RunRow[] {
  return database.prepare(query).all(...values) as unknown as readonly RunRow[];
}
