import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type FoundPackage, findPackage } from "../find-package.ts";
import type { PostgresReply, PostgresRequest } from "./postgres-request.ts";

/** Milliseconds that all statements of a workflow may take: a schema may hold statements that never end. */
const limit = 120_000;

/**
 * Asks a process of its own, which holds PostgreSQL's parser and, where it is installed, its engine: what they load is
 * large, and ends with the process. Undefined where that cannot be done.
 */
export function askPostgres(request: PostgresRequest, packageFolder: string): PostgresReply | undefined {
  const { status, stdout } = spawnSync(process.execPath, [join(packageFolder, "engines", "postgres.mjs")], {
    input: JSON.stringify(request),
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    timeout: limit,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  if (status !== 0) return undefined;
  try {
    return JSON.parse(stdout) as PostgresReply;
  } catch {
    return undefined;
  }
}

/** PGlite where it is installed beside the workflow or flowc. */
export function findPglite(folders: readonly string[]): FoundPackage | undefined {
  return findPackage("@electric-sql/pglite", folders);
}
