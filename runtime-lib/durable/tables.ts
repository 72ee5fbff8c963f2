import type { Pool } from "pg";

/** Makes flowc's own tables beside those of DBOS, where they are not there yet. */
export async function makeTables(pool: Pick<Pool, "query">): Promise<void> {
  // Who may not create a schema may use one that is there.
  const { rows } = await pool.query<{ last: string | null }>("SELECT to_regclass('flowc.memory') AS last");
  if (rows[0]?.last !== null) return;
  try {
    await pool.query(tables);
  } catch (error) {
    // Two workers that start at once.
    if (!/^(?:23505|42P0[67])$/.test((error as { readonly code?: string }).code ?? "")) throw error;
  }
}

/** `seen_at` is the time of a worker's last beat. Texts of the memory are bytes of UTF-8: PostgreSQL's have no NUL. */
const tables = `
CREATE SCHEMA IF NOT EXISTS flowc;
CREATE TABLE IF NOT EXISTS flowc.workers (
  executor_id text PRIMARY KEY,
  application text NOT NULL,
  version text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS flowc.memory (
  space text NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS memory_by_key ON flowc.memory (space, sha256(key));
`;
