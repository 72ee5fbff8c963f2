import { type CallSpans, type Fields, textOf } from "../telemetry/call-spans.ts";

/** "Database client span" of the semantic conventions. A statement may hold what is personal: only its first word. */
export const sqlSpans: CallSpans = {
  start: ({ connection, query, queries }) => {
    const statement = textOf(query ?? (queries as readonly Fields[] | undefined)?.[0]?.["query"]);
    const operation = statement.trim().split(/\s/, 1).join("").toUpperCase();
    return {
      name: `${operation} ${textOf(connection)}`,
      attributes: { "db.operation.name": operation, "db.client.connection.pool.name": textOf(connection) },
    };
  },
};
