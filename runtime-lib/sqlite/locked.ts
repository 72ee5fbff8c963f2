import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `attempt` until it does not fail for a lock, at most `limit` milliseconds, sleeping in between
 * so that timers and other steps go on. Errors that only a race between processes explains are retried for a second.
 * @throws the last error of `attempt`, or the reason of `signal` as soon as that is aborted
 */
export async function whenUnlocked<T>(attempt: () => T | Promise<T>, signal: AbortSignal, limit: number): Promise<T> {
  const start = performance.now();
  for (let delay = 1; ; delay = Math.min(delay * 2, 10)) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() - start >= patienceFor(error, limit)) throw error;
    }
    await sleep(delay * (0.5 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Milliseconds for which what failed with this error is worth another attempt, where a lock is waited for `limit`. */
export function patienceFor(error: unknown, limit: number): number {
  if (isLocked(error)) return limit;
  return isRace(error) ? Math.min(limit, 1000) : 0;
}

/** Whether SQLite gave up because another connection holds a lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(codeOf(error));
}

/** Why a database file cannot be used, in words, for an error of SQLite or of the file system; undefined for others. */
export function databaseProblem(error: unknown): string | undefined {
  const code = codeOf(error);
  return PROBLEMS.find(([codes]) => codes.test(code))?.[1];
}

const PROBLEMS: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^SQLITE_NOTADB/, "it is not a database"],
  [/^SQLITE_CORRUPT/, "the database is damaged"],
  [/^SQLITE_READONLY/, "it is read-only"],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "the disk is full"],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "it is locked by another process"],
  [/^SQLITE_CANTOPEN/, "it cannot be opened, or its folder cannot be written"],
  [/^(SQLITE_(PERM|AUTH)|EACCES|EPERM)/, "permission denied"],
  [/^(SQLITE_NOMEM|ENOMEM)/, "out of memory"],
  [/^EISDIR/, "it is a folder"],
  [/^(ENOTDIR|EEXIST)/, "a part of the path is not a folder"],
  [/^ENOENT/, "its folder cannot be made"],
  [/^EROFS/, "the file system is read-only"],
  [/^(EMFILE|ENFILE)/, "too many files are open"],
  [/^ENAMETOOLONG/, "the path is too long"],
  [/^ELOOP/, "the path goes in circles through symbolic links"],
  [/^(SQLITE_IOERR|E[A-Z]+$)/, "reading or writing failed"],
];

/** Errors that pass when another process has finished creating, recovering or removing the -wal and -shm files. */
function isRace(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|IOERR|READONLY_)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { code = "", errcode } = error as { readonly code?: unknown; readonly errcode?: number };
  // Node's own SQLite gives numbers: https://www.sqlite.org/rescode.html
  return errcode === undefined ? String(code) : `SQLITE_${CODES[errcode & 0xff] ?? "ERROR"}`;
}

const CODES: Readonly<Record<number, string>> = {
  3: "PERM",
  5: "BUSY",
  6: "LOCKED",
  7: "NOMEM",
  8: "READONLY",
  10: "IOERR",
  11: "CORRUPT",
  13: "FULL",
  14: "CANTOPEN",
  15: "PROTOCOL",
  23: "AUTH",
  26: "NOTADB",
};
