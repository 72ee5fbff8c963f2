import { DBOS } from "@dbos-inc/dbos-sdk";
import pg from "pg";
import { print } from "../command/terminal.ts";
import { databaseUrl, reach } from "./database-url.ts";
import { failureFrom } from "./failure.ts";
import { makeTables } from "./tables.ts";
import { readVerb, type Verb } from "./verb.ts";

/** `migrate`: makes the tables, or brings them up to date; workers do so too, where they may. */
export const migrateVerb: Verb = {
  name: "migrate",
  summary: "make the tables in the database, or bring them up to date",
  options: {},
  act: async (argv) => {
    readVerb({ name: "migrate", options: {} }, argv);
    const url = databaseUrl();
    try {
      await reach(url, async () => {
        await DBOS.migrate(url);
        const pool = new pg.Pool({ connectionString: url, max: 1 });
        await makeTables(pool).finally(() => pool.end());
      });
    } catch (thrown) {
      throw failureFrom(thrown);
    }
    return print("the tables are up to date");
  },
};
