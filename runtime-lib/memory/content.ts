import type { Database } from "../sqlite/sqlite.ts";

/** `user_version` of a memory database. A migration raises it; a higher one is refused. */
const SCHEMA_VERSION = 1;

/** Why a file is not a memory database: words for after "it cannot be used:". */
export class UnfitFile extends Error {}

/**
 * Looks at what a file holds, in one statement, so that another process changes nothing meanwhile. Writes nothing.
 * @throws UnfitFile for what is not memory's, SqliteError for what is not a database
 */
export function contentOf(database: Database): "ours" | "empty" {
  const found = database.prepare<[], Found>(LOOK).get();
  if (found === undefined) throw new UnfitFile(FOREIGN);
  const { objects, version, application, columns } = found;
  if (version === SCHEMA_VERSION && columns === COLUMNS) return "ours";
  if (objects === 0 && version === 0 && application === 0) return "empty";
  if (version > SCHEMA_VERSION && application === 0 && (columns === COLUMNS || objects === 0))
    throw new UnfitFile(`its version is ${version} and this program knows ${SCHEMA_VERSION}; use a newer flowc`);
  throw new UnfitFile(FOREIGN);
}

/** Makes the table, unless another process came first. The file must be empty or memory's. */
export function makeTable(database: Database): void {
  database
    .transaction(() => {
      if (contentOf(database) === "ours") return;
      database.exec(`CREATE TABLE memory (
        key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL, updated_at TEXT NOT NULL) WITHOUT ROWID`);
      database.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

/** What is said of a file with other tables, or with another's mark. */
const FOREIGN = "it is the database of another program; memory needs a file of its own";

interface Found {
  /** Tables, indexes and all else. */
  readonly objects: number;
  readonly version: number;
  /** Another program's mark, where it has one. */
  readonly application: number;
  /** Of a table or view called memory; null where there is none. */
  readonly columns: string | null;
}

const COLUMNS = "key TEXT 1, value TEXT 0, updated_at TEXT 0";

const LOOK = `SELECT (SELECT count(*) FROM sqlite_schema) AS objects,
  (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT application_id FROM pragma_application_id) AS application,
  (SELECT group_concat(name || ' ' || type || ' ' || pk, ', ') FROM pragma_table_info('memory')) AS columns`;
