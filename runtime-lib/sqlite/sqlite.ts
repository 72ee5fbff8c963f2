import { createRequire } from "node:module";
import type Sqlite from "better-sqlite3";
import { sqliteAddon } from "./addon.ts";

/** Put in by the bundler; not defined while running from source. */
declare const FLOWC_SQLITE_VERSION: string | undefined;

/** An open connection. Everything on it is synchronous. */
export type Database = Sqlite.Database;

/** A statement of such a connection, whose rows are asked for as lists. */
export type PreparedStatement = Sqlite.Statement<unknown[], readonly unknown[]>;

/** How to open a database file. */
export interface DatabaseOptions {
  readonly readonly?: boolean;
  /** Fails where there is no such file. */
  readonly fileMustExist?: boolean;
  /** Milliseconds that SQLite itself may block the thread on a lock; use 0 together with `whenUnlocked`. */
  readonly timeout?: number;
}

/**
 * Opens the SQLite file at `path`, made if absent; its folder must exist. Or the bytes of one, which are copied. Nothing
 * is loaded before the first call.
 * @throws FlowError preflight when the addon is missing or does not load; SqliteError as SQLite reports it
 */
export function openDatabase(path: string | Buffer, options: DatabaseOptions = {}): Database {
  if (typeof FLOWC_SQLITE_VERSION === "undefined") {
    const Installed: typeof Sqlite = createRequire(import.meta.url)("better-sqlite3");
    return new Installed(path, options);
  }
  // A plain `require` here, unlike an import, lets esbuild leave the library out where nothing opens a database.
  const Bundled: typeof Sqlite = require("better-sqlite3");
  return new Bundled(path, { ...options, nativeBinding: sqliteAddon() as unknown as string });
}
