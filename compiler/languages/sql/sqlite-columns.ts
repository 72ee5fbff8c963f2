import type { SqlColumn } from "../../nouns/sql.ts";
import { anyType, floatType, intType, optional, stringType, type ValueType } from "../../nouns/value-type.ts";
import type { Database, Statement } from "./sqlite-database.ts";
import type { SqlToken } from "./tokens.ts";

/** The columns of a statement's rows, none where it gives no rows: typed where they are columns of a table. */
export function columnsOf(statement: Statement, tokens: readonly SqlToken[], database: Database): readonly SqlColumn[] {
  if (!statement.reader) return [];
  const isPlain = keepsNotNull(tokens);
  return statement.columns().map(({ name, table, column, type }) => {
    const plain = type === null ? anyType : typeOf(type);
    const isSure = isPlain && table !== null && column !== null && isNotNull(table, column, database);
    return { name, type: isSure ? plain : optional(plain) };
  });
}

/** By SQLite's rules of affinity, as far as values of that affinity have one type (https://sqlite.org/datatype3.html). */
function typeOf(declared: string): ValueType {
  if (/int/i.test(declared) || /^bool/i.test(declared)) return intType;
  if (/char|clob|text/i.test(declared)) return stringType;
  if (/real|floa|doub|^(?:decimal|numeric)/i.test(declared)) return floatType;
  return anyType;
}

/** A view passes the names of its tables on, but not what may be null in it. */
function isNotNull(table: string, column: string, database: Database): boolean {
  const found = database
    .prepare('SELECT type, "notnull" AS required, pk FROM pragma_table_info(?) WHERE name = ?')
    .all(table, column) as readonly { readonly type: string; readonly required: number; readonly pk: number }[];
  const [row] = found;
  if (row === undefined || hasViews(database)) return false;
  return row.required === 1 || (row.pk === 1 && /^integer$/i.test(row.type));
}

function hasViews(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'view'").get() !== undefined;
}

const joining = /^(?:left|right|full|outer|union|intersect|except)$/i;
const aggregates = /^(?:avg|count|group_concat|json_group_array|json_group_object|max|min|string_agg|sum|total)$/i;

/**
 * True where a column that is NOT NULL in its table is so in the rows: nothing is joined that may be missing, selected in
 * another SELECT, or counted over no rows at all.
 */
function keepsNotNull(tokens: readonly SqlToken[]): boolean {
  const words = tokens.filter(({ kind }) => kind === "word").map(({ text }) => text);
  const selects = words.filter((word) => /^select$/i.test(word)).length;
  const aggregate = words.some((word) => aggregates.test(word)) && !words.some((word) => /^group$/i.test(word));
  return selects <= 1 && !aggregate && !words.some((word) => joining.test(word));
}
