import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;

/** An empty database in memory; undefined where the addon does not load on this machine. */
export function openSqlite(): Database | undefined {
  try {
    const Sqlite = createRequire(import.meta.url)("better-sqlite3") as typeof BetterSqlite3;
    return new Sqlite(":memory:");
  } catch {
    return undefined;
  }
}

/** The statement, or what SQLite says against it. Nothing is run. */
export function prepare(text: string, database: Database): Statement | string {
  try {
    return database.prepare(text);
  } catch (error) {
    return (error as Error).message;
  }
}
