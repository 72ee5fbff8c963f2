import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FlowError } from "../run/errors.ts";
import { databaseProblem } from "../sqlite/locked.ts";
import { makeFolder } from "../sqlite/make-folder.ts";
import { nodeSqlite } from "./node-sqlite.ts";

/** Of SQLite's header: what kind of file it is, "flow" in ASCII. */
const applicationId = 0x666c6f77;
const schemaVersion = 1;

/**
 * Opens the store of runs in a file, made if absent with mode 0600, its folders with 0700.
 * @throws FlowError infra, with the path and the reason
 */
export function openStore(path: string): DatabaseSync {
  return opened(path, () => {
    makeFolder(dirname(path));
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  });
}

/** The same for a store that is there; undefined where there is none. */
export function openExistingStore(path: string): DatabaseSync | undefined {
  return existsSync(path) ? opened(path, () => undefined) : undefined;
}

function opened(path: string, prepare: () => void): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    prepare();
    const { DatabaseSync: Database } = nodeSqlite();
    database = new Database(path);
    // Until the run starts, waiting may block.
    database.exec("PRAGMA busy_timeout = 5000");
    makeReady(database);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof FlowError && error.failureClass === "preflight") throw error;
    const problem = error instanceof FlowError ? error.message : databaseProblem(error);
    throw new FlowError("infra", `cannot open the store of runs ${path}: ${problem ?? String(error)}`, {
      cause: error,
    });
  }
}

function makeReady(database: DatabaseSync): void {
  const version = checked(database);
  if (version === undefined) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  database.exec("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA fullfsync = ON");
  // Who opens the file next reads the whole log: it stays small.
  database.exec("PRAGMA wal_autocheckpoint = 400");
  if (version === undefined) makeTables(database);
}

/** The version of the schema; undefined for a file that is still empty. Throws for what is not a store. */
function checked(database: DatabaseSync): number | undefined {
  const number = (name: string): number => {
    const row = database.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, number>> | undefined;
    return Object.values(row ?? {})[0] ?? 0;
  };
  const [id, version] = [number("application_id"), number("user_version")];
  if (id === 0 && version === 0 && database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined)
    return undefined;
  if (id !== applicationId) throw new FlowError("infra", "it is a database of something else");
  if (version > schemaVersion) throw new FlowError("infra", "a newer flowc has made it; update flowc");
  return version;
}

/** Many processes may come to an empty file at once: the first makes the tables. */
function makeTables(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  if (checked(database) === undefined) database.exec(schema);
  database.exec("COMMIT");
}

/**
 * Times are milliseconds since 1970. Values are texts of encode.ts, without secrets; `flaw` says why one cannot be read
 * back: it is `cut` or `masked`. `owner` is what distinguishes the process that runs it from all others. Each place that is
 * written asks for it, so what is long stands behind it. `events` are those that were written together, one a line.
 */
const schema = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  status TEXT NOT NULL,
  is_journal INTEGER NOT NULL,
  is_cancelled INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  workflow TEXT NOT NULL,
  version TEXT,
  source_hash TEXT NOT NULL,
  inputs_flaw TEXT,
  failure TEXT,
  program TEXT NOT NULL,
  inputs TEXT NOT NULL,
  graph TEXT NOT NULL,
  result TEXT
) STRICT;
CREATE INDEX runs_by_start ON runs (started_at);
CREATE TABLE places (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  print TEXT NOT NULL,
  outcome TEXT NOT NULL,
  result TEXT,
  flaw TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  events TEXT NOT NULL,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`;
