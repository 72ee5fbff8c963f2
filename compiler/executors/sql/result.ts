import type { BlockResult, ResultTools } from "../../nouns/executor.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { SqlColumn } from "../../nouns/sql.ts";
import { anyType, arrayOf, intType, mapOf, stringType, type ValueType } from "../../nouns/value-type.ts";
import { literalField } from "../../tree/literal-field.ts";
import { statementsIn } from "./statements.ts";

/** What a block gives where a schema gives its rows; else undefined. */
export function resultOfSql(block: ExecutorSyntax, { statements }: ResultTools): BlockResult | undefined {
  const columns = statementsIn(block).map(({ text }) => statements.get(text)?.columns);
  const last = columns.at(-1);
  if (last === undefined) return undefined;
  const rows = arrayOf(rowOf(last));
  const isList = block.fields.has("queries");
  // Statements may give rows of different columns.
  const [first, ...others] = columns;
  const all = others.every((other) => JSON.stringify(other) === JSON.stringify(first))
    ? rows
    : arrayOf({ kind: "map" });
  const one = mapOf({ rows: all, rowsAffected: intType, lastInsertId: anyType });
  return {
    main: isList ? "results" : literalField(block, "format") === "csv" ? "csv" : "rows",
    type: mapOf({ rows, rowsAffected: intType, lastInsertId: anyType, results: arrayOf(one), csv: stringType }),
    typeName: "SqlResult",
    fallbackName: "sqlFallback",
  };
}

/** Of two columns with one name the last counts. */
function rowOf(columns: readonly SqlColumn[]): ValueType {
  return mapOf(Object.fromEntries(columns.map(({ name, type }) => [name, type])));
}
