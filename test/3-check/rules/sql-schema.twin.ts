import type { Twin } from "../../support/twin.ts";

const head =
  'settings: { targetActionId: a, timeout: 1m, sqlConnections: { db: { connection: "sqlite://x.db" } } }\n---\nactionId: a\nsql:\n  connectionName: db\n';

// What a schema tells is tried with files: sql-schema.test.ts.
export const twin: Twin = {
  bad: [
    `${head}  query: SELECT ▸getdate()\n`,
    `${head}  query: |\n    SELECT\n      ▸nvl(NULL, 1)\n`,
    `${head}  queries: [{ query: SELECT 1 }, { query: SELECT ▸concat_all(1) }]\n`,
  ],
  good: [
    `${head}  query: SELECT date('now')\n`,
    `${head}  query: SELECT total FROM orders\n`,
    `${head}  query: SELECT getdate() FROM {{ env('TABLE') }}\n`,
  ],
};
