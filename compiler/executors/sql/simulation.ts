import type { Data, Simulation } from "../../nouns/simulation.ts";
import { anyType, arrayOf, intType, mapType, stringType } from "../../nouns/value-type.ts";
import { fieldsOf } from "../process-simulation.ts";
import { sqlExploration } from "./exploration.ts";

const asks = {
  connection: stringType,
  query: stringType,
  params: anyType,
  queries: arrayOf(mapType),
  paramsBatch: anyType,
};

/** Statements that reach no database: their rows are given. */
export const sqlSimulation: Simulation = {
  kind: "sql",
  fields: {
    value: anyType,
    rows: arrayOf(mapType),
    rowsAffected: intType,
    lastInsertId: anyType,
    results: arrayOf(anyType),
  },
  bare: { maps: false, lists: true, list: "rows" },
  asks,
  asked: (request) => fieldsOf(request, Object.keys(asks)),
  answer: (given, { queries }) => {
    if (!Array.isArray(queries)) return [outcomeOf(given)];
    const results = (given["results"] ?? given["value"] ?? []) as readonly unknown[];
    return queries.map((_query, index) => outcomeOf(asFields(results[index])));
  },
  recorded: (answer) => {
    const outcomes = (answer as readonly Outcome[]).map(recordedOutcome);
    return outcomes.length === 1 ? outcomes[0] : { results: outcomes };
  },
  example: (id) => `${id}: { rows: [{ … }] }`,
  exploration: sqlExploration,
};

interface Outcome {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly rowsAffected: number;
  readonly lastInsertId: number | string | null;
}

function asFields(result: unknown): Data {
  return Array.isArray(result) || result === undefined ? { rows: result } : (result as Data);
}

function outcomeOf({ value, rows = value, rowsAffected = 0, lastInsertId = null }: Data): object {
  const maps = (rows ?? []) as readonly Data[];
  const columns = [...new Set(maps.flatMap((row) => Object.keys(row)))];
  return { columns, rows: maps.map((row) => columns.map((column) => row[column] ?? null)), rowsAffected, lastInsertId };
}

function recordedOutcome({ columns, rows, rowsAffected, lastInsertId }: Outcome): object {
  return {
    rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
    ...(rowsAffected !== 0 && { rowsAffected }),
    ...(lastInsertId !== null && { lastInsertId }),
  };
}
