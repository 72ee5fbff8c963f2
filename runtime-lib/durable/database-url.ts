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

/** Milliseconds in which a database answers that can be reached. */
const patienceMs = 10_000;

/** Rejects with the error of the driver where the database cannot be reached: DBOS would wait for it without end. */
export async function reach(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  try {
    await client.connect();
  } finally {
    await client.end();
  }
}
