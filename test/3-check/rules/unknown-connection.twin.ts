import type { Twin } from "../../support/twin.ts";

const sql = (name: string) =>
  `settings: { targetActionId: a, timeout: 1m, sqlConnections: { main: { connection: "sqlite://x.db" } } }\n---\nactionId: a\nsql: { connectionName: ${name}, query: SELECT 1 }\n`;

export const twin: Twin = {
  bad: [sql("▸mian"), sql("▸other"), "actionId: a\nsql: { connectionName: ▸main, query: SELECT 1 }\n"],
  good: [sql("main"), sql("'main'"), sql('"main"')],
};
