import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { InvalidInput } from "../run/errors.ts";

/** Names the database that keeps the runs. */
export const urlVariable = "FLOWC_DATABASE_URL";

const example = "postgres://user:password@host:5432/database";

/** The URL of the database that keeps the runs. Throws InvalidInput where there is none, or it cannot be one; never with its text. */
export function databaseUrl(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const text = environment[urlVariable] ?? "";
  if (text === "")
    throw new InvalidInput(
      "preflight",
      `${urlVariable} is not set: it names the PostgreSQL of the runs, as ${example}`,
    );
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw new InvalidInput("preflight", `${urlVariable} is not a URL such as ${example}`);
  const missing = [
    ...(url.username === "" ? ["a user"] : []),
    ...(url.hostname === "" ? ["a host"] : []),
    ...(url.pathname.length < 2 ? ["the name of a database"] : []),
  ];
  if (missing.length > 0)
    throw new InvalidInput("preflight", `${urlVariable} lacks ${missing.join(" and ")}: ${example}`);
  // As libpq reads it; otherwise the library warns on standard error.
  if (url.searchParams.has("sslmode")) url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

const tryLock = `SELECT pg_try_advisory_lock(hashtextextended('flowc tables', 0)) AS "isOurs"`;

/** Milliseconds in which a database answers that can be reached. */
const patienceMs = 10_000;

/**
 * Rejects with the error of the driver where the database cannot be reached: DBOS would wait for it without end. `alone`, if
 * given, is done while no other process does so: two that make the tables of a new database at once disturb each other.
 */
export async function reach(url: string, alone?: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  // A connection that breaks is noticed by who asks next.
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (alone === undefined) return;
    // A statement that waits for the lock would keep indexes from being built, and so the lock from being free.
    while (!(await client.query<{ isOurs: boolean }>(tryLock)).rows[0]?.isOurs) await sleep(50);
    await alone();
  } finally {
    await client.end();
  }
}
