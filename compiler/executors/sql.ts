import type { Executor } from "../executor.ts";
import { anyType, arrayOf, intType, mapType, stringType } from "../value-type.ts";

/** `sql`: statements on one of `settings.sqlConnections`. */
export const sql: Executor = {
  key: "sql",
  resourceType: "sql",
  runtime: "sql",
  fields: {
    connectionName: { kind: "name" },
    query: { kind: "text", sink: "sql" },
    params: { kind: "value" },
    queries: { kind: "settings-list", fields: { query: { kind: "text", sink: "sql" }, params: { kind: "value" } } },
    transaction: { kind: "boolean" },
    paramsBatch: { kind: "value" },
    format: { kind: "name" },
    maxRows: { kind: "integer" },
    timeout: { kind: "duration", option: "timeoutMs" },
  },
  choice: ["query", "queries"],
  apart: [
    ["queries", "params"],
    ["queries", "paramsBatch"],
    ["queries", "format"],
    ["params", "paramsBatch"],
  ],
  result: {
    typeName: "SqlResult",
    main: "rows",
    variants: [
      { key: "queries", main: "results" },
      { key: "format", value: "csv", main: "csv" },
    ],
    fields: {
      rows: arrayOf(mapType),
      rowsAffected: intType,
      lastInsertId: anyType,
      results: arrayOf(mapType),
      csv: stringType,
    },
    fallback: "sqlFallback",
    outcomeFields: [],
    outside: "the rows",
  },
};
