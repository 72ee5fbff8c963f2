import type { Executor, ExecutorFields } from "../../nouns/executor.ts";
import { anyType, arrayOf, intType, mapType, stringType } from "../../nouns/value-type.ts";
import { leavesMachine, needsSqlite, onlySelects } from "./effects.ts";
import { planSql } from "./plan.ts";
import { resultOfSql } from "./result.ts";
import { sqlSimulation } from "./simulation.ts";
import { statementsIn } from "./statements.ts";

const statement = {
  query: {
    kind: "text",
    sink: "sql",
    description:
      "One statement. Templates insert text unescaped; values belong in params, in place of the database's placeholders: ? or $1.",
    schema: { minLength: 1 },
  },
  params: {
    kind: "value",
    description:
      "Values of the placeholders: a list for ? (SQLite, MySQL) or $1 (PostgreSQL); for SQLite also a map of names for :name, @name, $name. Templates allowed; a text that is a call is an expression.",
    schema: { type: ["array", "object", "string"] },
  },
} as const satisfies ExecutorFields;

/** `sql`: statements on one of `settings.sqlConnections`. */
export const sql: Executor = {
  key: "sql",
  resourceType: "sql",
  runtime: "sql",
  description: "Runs SQL. The value is the rows, each a map.",
  fields: {
    connectionName: {
      kind: "name",
      names: "connection",
      required: true,
      description: "One of settings.sqlConnections.",
      schema: { minLength: 1 },
    },
    query: statement.query,
    params: statement.params,
    queries: {
      kind: "settings-list",
      description: "Instead of query: several statements, one after the other on one connection.",
      item: "One statement.",
      schema: { minItems: 1 },
      fields: { ...statement, query: { ...statement.query, required: true } },
    },
    transaction: {
      kind: "boolean",
      description: "true: all statements or none. Default false; a paramsBatch always is.",
    },
    paramsBatch: {
      kind: "value",
      description: "A list of params: the statement is prepared once and runs for each, always in one transaction.",
      schema: { type: ["array", "string"] },
    },
    format: {
      kind: "name",
      description: "csv: the value is the rows as CSV text (RFC 4180, with a line of column names). Default json.",
      schema: { enum: ["json", "csv"] },
    },
    maxRows: {
      kind: "integer",
      description:
        "More rows are a failure, never cut; so are more than 64 MiB of one statement, or of a batch. Default 100000.",
      schema: { minimum: 1, maximum: 10000000 },
    },
    timeout: {
      kind: "duration",
      option: "timeoutMs",
      description: "Longest run time; then the statement is stopped, and the resource fails (class timeout).",
    },
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
    source: "the rows",
  },
  resultOf: resultOfSql,
  plan: planSql,
  statements: statementsIn,
  onlyReads: onlySelects,
  leavesMachine,
  machine: (action, connections) => (needsSqlite(action, connections) ? "checkSqlite" : undefined),
  simulations: [sqlSimulation],
  picture: { fill: "#ccfbf1", stroke: "#0f766e", mermaid: ["[(", ")]"], dot: "cylinder" },
};
