import type { PGlite } from "@electric-sql/pglite";
import { optional } from "../../../nouns/value-type.ts";
import type { Answer, FoundProblem } from "../answer.ts";
import type { SqlToken } from "../tokens.ts";
import { keepsNotNull } from "./not-null.ts";
import { type ParsedStatement, unitsOf } from "./parse.ts";
import { wholePart } from "./statement.ts";
import { typeOfOid } from "./types.ts";

/** A statement that PostgreSQL's grammar can read. */
export interface WholeStatement {
  readonly text: string;
  readonly statement: ParsedStatement;
}

/** Asks the server for the types of a statement's values and columns, without running it. */
export async function describe({ text, statement }: WholeStatement, database: PGlite): Promise<Answer> {
  try {
    const { messages } = await database.execProtocol(parseAndDescribe(text));
    const wanted = messages.find(({ name }) => name === "parameterDescription") as ParameterDescription | undefined;
    const given = messages.find(({ name }) => name === "rowDescription") as RowDescription | undefined;
    const isSure = keepsNotNull(statement) ? await notNull(given?.fields ?? [], database) : () => false;
    const columns = (given?.fields ?? []).map((field) => {
      const type = typeOfOid(field.dataTypeID);
      return { name: field.name, type: isSure(field) ? type : optional(type) };
    });
    return { problems: [], columns, parameterTypes: await namesOfTypes(wanted?.dataTypeIDs ?? [], database) };
  } catch (error) {
    return { problems: [await refusal(error as ServerError, text, database)] };
  }
}

interface ParameterDescription {
  readonly dataTypeIDs: readonly number[];
}

interface RowDescription {
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  /** 0 for what is not a column of a table. */
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

/** Parse, Describe and Sync of the protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function parseAndDescribe(text: string): Uint8Array {
  const message = (kind: string, body: Buffer) => {
    const head = Buffer.alloc(5, kind);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const parse = message("P", Buffer.concat([Buffer.from(`\0${text}\0`), Buffer.alloc(2)]));
  return Buffer.concat([parse, message("D", Buffer.from("S\0")), message("S", Buffer.alloc(0))]);
}

/** Whether a field is a column that is NOT NULL. */
async function notNull(fields: readonly Field[], database: PGlite): Promise<(field: Field) => boolean> {
  const tables = [...new Set(fields.map(({ tableID }) => tableID))].filter((id) => id !== 0);
  if (tables.length === 0) return () => false;
  const { rows } = await database.query<{ readonly place: string }>(
    `SELECT attrelid::int8::text || '.' || attnum AS place FROM pg_attribute WHERE attnotnull AND attrelid = ANY($1::oid[])`,
    [tables],
  );
  const places = new Set(rows.map(({ place }) => place));
  return ({ tableID, columnID }) => places.has(`${tableID}.${columnID}`);
}

async function namesOfTypes(oids: readonly number[], database: PGlite): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const { rows } = await database.query<{ readonly name: string }>(
    "SELECT format_type(oid, NULL) AS name FROM unnest($1::oid[]) WITH ORDINALITY AS given(oid, place) ORDER BY place",
    [oids],
  );
  return rows.map(({ name }) => name);
}

/** What the server says against a statement. */
export interface ServerError extends Error {
  readonly position?: string;
  readonly hint?: string;
  readonly code?: string;
}

/** The server's words at the place that it names. */
export async function refusal(error: ServerError, text: string, database: PGlite): Promise<FoundProblem> {
  const { tokens } = wholePart(text);
  const offset = error.position === undefined ? 0 : unitsOf(text, Number(error.position) - 1);
  const at = tokens.find(({ end }) => offset < end) ?? tokens[0];
  const token = at && lastOfName(at, tokens, error.message);
  const name = await meantName(error, token, database);
  return {
    code: "sql-schema",
    start: token?.start ?? 0,
    end: token?.end ?? 0,
    message: error.message,
    ...(error.hint === undefined ? {} : { help: error.hint }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Of `users.nmae` the server points at the first word, and is about the last. */
function lastOfName(token: SqlToken, tokens: readonly SqlToken[], message: string): SqlToken {
  const index = tokens.indexOf(token);
  const [dot, next] = [tokens[index + 1], tokens[index + 2]];
  const isPath = dot?.text === "." && next !== undefined && /^column "?[^" ]*\./.test(message);
  return isPath ? next : token;
}

/** Of a table or a column that does not exist: those that do. */
async function meantName(
  { code }: ServerError,
  token: SqlToken | undefined,
  database: PGlite,
): Promise<FoundProblem["name"]> {
  const list =
    code === "42P01"
      ? "relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
      : code === "42703"
        ? "attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
        : undefined;
  if (list === undefined || token === undefined) return undefined;
  const kinds =
    "c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')";
  const columns = code === "42703" ? " AND a.attnum > 0 AND NOT a.attisdropped" : "";
  const { rows } = await database.query<Record<string, string>>(
    `SELECT DISTINCT ${list} WHERE ${kinds}${columns} ORDER BY 1`,
  );
  return { written: token.text, known: rows.flatMap((row) => Object.values(row)) };
}
