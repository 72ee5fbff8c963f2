import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isLocked } from "../sqlite/locked.ts";
import { makeFolder } from "../sqlite/make-folder.ts";
import { nodeSqlite } from "./node-sqlite.ts";

/** Held by the process that runs a run; the system lets go of it when that process ends, however it does. */
export interface RunLock {
  /** The run has ended. */
  release(): void;
}

/**
 * The lock on a run of the store in this file; undefined where another process holds it. It is SQLite's own lock on a file of its own,
 * which works across containers and knows no process ids, as these are reused.
 */
export function lockRun(store: string, run: string): RunLock | undefined {
  makeFolder(folderOf(store));
  const path = lockFile(store, run);
  // Who only looks whether somebody holds it does so for an instant.
  const database = held(path, 1_000);
  if (database === undefined) return undefined;
  return {
    release: () => {
      remove(path);
      database.close();
    },
  };
}

/** True where a process is running this run. */
export function isRunning(store: string, run: string): boolean {
  const path = lockFile(store, run);
  if (!existsSync(path)) return false;
  const database = held(path, 0);
  database?.close();
  return database === undefined;
}

/** Removes what a process that was killed has left of its lock. */
export function removeLock(store: string, run: string): void {
  remove(lockFile(store, run));
}

function folderOf(store: string): string {
  return `${store}-locks`;
}

/** Ids may hold anything; those that flowc makes are names of files, also where case does not count. */
function lockFile(store: string, run: string): string {
  const name = /^[\da-z-]{1,64}$/.test(run) ? run : `_${createHash("sha256").update(run).digest("hex").slice(0, 32)}`;
  return join(folderOf(store), name);
}

function held(path: string, timeout: number): DatabaseSync | undefined {
  const { DatabaseSync: Database } = nodeSqlite();
  const database = new Database(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${timeout}; BEGIN EXCLUSIVE`);
    return database;
  } catch (error) {
    database.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
}

/** Windows removes no file that is open: it stays until the run is removed. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // see above
  }
}
