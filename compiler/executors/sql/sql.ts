import type { Executor } from "../../nouns/executor.ts";
import { anyType, arrayOf, intType, mapType, stringType } from "../../nouns/value-type.ts";
import { literalField } from "../../tree/literal-field.ts";
import { leavesMachine, needsSqlite, onlySelects } from "./effects.ts";
import { statementsIn } from "./statements.ts";

/** `sql`: statements on one of `settings.sqlConnections`. */
export const sql: Executor = {
  key: "sql",
  resourceType: "sql",
  runtime: "sql",
  description: "Runs SQL. The value is the rows, each a map.",
  fields: {
    connectionName: {
      kind: "name",
      required: true,
      description: "One of settings.sqlConnections.",
      schema: { minLength: 1 },
    },
    query: {
      kind: "text",
      sink: "sql",
      description: "One statement. Values belong into params, in the place of the database's placeholders: ? or $1.",
      schema: { minLength: 1 },
    },
    params: {
      kind: "value",
      description:
        "Values of the placeholders: a list, or a map of names for SQLite. Templates allowed; a text that is a call is an expression.",
      schema: { type: ["array", "object", "string"] },
    },
    queries: {
      kind: "settings-list",
      description: "Several statements, one after the other on one connection.",
      item: "One statement.",
      schema: { minItems: 1 },
      fields: {
        query: {
          kind: "text",
          sink: "sql",
          required: true,
          description:
            "One statement. Values belong into params, in the place of the database's placeholders: ? or $1.",
          schema: { minLength: 1 },
        },
        params: {
          kind: "value",
          description:
            "Values of the placeholders: a list, or a map of names for SQLite. Templates allowed; a text that is a call is an expression.",
          schema: { type: ["array", "object", "string"] },
        },
      },
    },
    transaction: {
      kind: "boolean",
      description: "true: all statements or none. Default false; a paramsBatch always is.",
    },
    paramsBatch: {
      kind: "value",
      description: "A list of params: the statement runs once for each, in one transaction.",
      schema: { type: ["array", "string"] },
    },
    format: {
      kind: "name",
      description: "csv: the value is the rows as CSV text. Default json.",
      schema: { enum: ["json", "csv"] },
    },
    maxRows: {
      kind: "integer",
      description: "More rows are a failure. Default 100000.",
      schema: { minimum: 1, maximum: 10000000 },
    },
    timeout: { kind: "duration", option: "timeoutMs", description: "Longest run time; then the statement is stopped." },
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
  // The connection is an object of the module, not an option. A missing one has been reported.
  plan: (block, { options }) => ({
    runtime: "sql",
    options: options.filter(({ key }) => key !== "connectionName"),
    connection: literalField(block, "connectionName"),
  }),
  statements: statementsIn,
  onlyReads: onlySelects,
  leavesMachine,
  machine: (action, connections) => (needsSqlite(action, connections) ? "checkSqlite" : undefined),
  picture: { fill: "#ccfbf1", stroke: "#0f766e", mermaid: ["[(", ")]"], dot: "cylinder" },
};
