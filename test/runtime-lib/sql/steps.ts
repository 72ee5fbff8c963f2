import type { StepContext } from "../../../runtime-lib/run/step-context.ts";
import type { SqlConnection } from "../../../runtime-lib/sql/connection.ts";
import { mysql } from "../../../runtime-lib/sql/mysql.ts";
import { postgres } from "../../../runtime-lib/sql/postgres.ts";
import { type SqlOptions, type SqlResult, sql } from "../../../runtime-lib/sql/sql.ts";
import { sqlite } from "../../../runtime-lib/sql/sqlite.ts";

/** One run of a workflow, as executors see it. */
export interface TestRun {
  readonly step: StepContext;
  readonly abort: AbortController;
  /** Closes what the run has opened. */
  end(): Promise<void>;
}

export function newRun(): TestRun {
  const abort = new AbortController();
  const closers = new Set<() => void | Promise<void>>();
  const step: StepContext = {
    id: "task",
    signal: abort.signal,
    environment: {},
    shared: new Map(),
    atEnd: (close) => void closers.add(close),
  };
  return { step, abort, end: async () => void (await Promise.all([...closers].map((close) => close()))) };
}

/** A connection to the database of that address. */
export function connectionTo(url: string, more: Partial<SqlConnection> = {}): SqlConnection {
  return { name: "main", drivers: [sqlite, postgres, mysql], url: () => url, ...more };
}

/** Statements of one run on one connection. */
export function session(url: string, more: Partial<SqlConnection> = {}) {
  const run = newRun();
  const connection = connectionTo(url, more);
  const start = (options: Partial<SqlOptions>): Promise<SqlResult> => sql(run.step, { connection, ...options });
  return {
    ...run,
    start,
    rows: async (query: string, params?: unknown) => (await start({ query, params })).rows,
    failure: async (options: Partial<SqlOptions>) => {
      const result = await start(options).catch((error: unknown) => ({ error }));
      if (!("error" in result)) throw new Error(`did not fail: ${JSON.stringify(result).slice(0, 300)}`);
      const { failureClass, message } = result.error as { failureClass: string; message: string };
      return { failureClass, message };
    },
  };
}

export type Session = ReturnType<typeof session>;
