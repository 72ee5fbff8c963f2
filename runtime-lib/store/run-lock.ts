import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { FlowError, toFlowError } from "../run/errors.ts";
import { databaseProblem, isLocked, patienceFor } from "../sqlite/locked.ts";
import { makeFolder } from "../sqlite/make-folder.ts";
import { nodeSqlite } from "./node-sqlite.ts";

/** Held by the process that runs a run; the system lets go of it when that process ends, however it does. */
export interface RunLock {
  /** The run has ended. */
  release(): void;
}

/**
 * The lock on a run of the store in this file; undefined where another process holds it. It is SQLite's own lock on a file of its own,
 * which works across containers and knows no process ids, as these are reused. Throws infra where it cannot be had.
 */
export function lockRun(store: string, run: string): RunLock | undefined {
  makeFolder(folderOf(store));
  const path = lockFile(store, run);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const taken = lockOf(path);
      if (taken !== "removed") return taken;
    } catch (error) {
      if (error instanceof FlowError) throw error;
      if (patienceFor(error, 1) === 0 || attempt === mostAttempts) throw notLocked(path, error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * attempt);
  }
}

const mostAttempts = 50;

/**
 * Holders remove the file before they let go of it. So it is locked only where, once it is, the same file lies there that lay
 * there before it was opened.
 */
function lockOf(path: string): RunLock | "removed" | undefined {
  makeFile(path);
  const before = identityOf(path);
  // Who only looks whether somebody holds it does so for an instant.
  const database = held(path, 1_000);
  if (database === undefined) return undefined;
  if (before === undefined || identityOf(path) !== before) {
    database.close();
    return "removed";
  }
  return {
    release: () => {
      remove(path);
      database.close();
    },
  };
}

/** Opens no file that is there: to close it again would end the locks that this process has on it (POSIX). */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Numbers of files are given again, but not at the same time. */
function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.ino} ${stat.birthtimeNs}`;
}

function notLocked(path: string, error: unknown): FlowError {
  const words = databaseProblem(error) ?? toFlowError(error).message;
  return new FlowError("infra", `cannot lock the run by the file ${path}: ${words}`, { cause: error });
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
    // Nothing is written, and so no second file lies beside it.
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = ${timeout}; BEGIN EXCLUSIVE`);
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
