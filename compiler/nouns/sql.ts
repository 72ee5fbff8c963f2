import type { Span } from "./source.ts";
import type { ValueSyntax } from "./value-syntax.ts";
import type { ValueType } from "./value-type.ts";

/** Databases whose statements are read. */
export type SqlDialect = "sqlite" | "postgres" | "mysql";

/** Something that a database's parser, or its schema, has against a statement or a file of SQL. */
export interface SqlProblem {
  readonly code: "sql-syntax" | "sql-schema";
  readonly span: Span;
  readonly message: string;
  readonly help?: string | undefined;
  /** Of a name that the schema lacks: the name, and those that it has. */
  readonly name?: { readonly written: string; readonly known: readonly string[] };
}

/** How a statement takes its values, as far as its text is known. */
export interface SqlPlaceholders {
  /** Values of a list: the number of `?`, or the greatest `$1`. */
  readonly positions: number;
  /** Of the places above: where each stands first. */
  readonly spans: readonly Span[];
  /** Values of a map (SQLite), without the sign before them. */
  readonly names: ReadonlyMap<string, Span>;
  /** A placeholder that the database does not have, such as `?` in PostgreSQL. */
  readonly foreign: { readonly text: string; readonly span: Span } | undefined;
}

export interface SqlColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** What is known of one statement of the workflow. */
export interface SqlStatement {
  readonly dialect: SqlDialect;
  readonly problems: readonly SqlProblem[];
  /** Undefined where templates may bring others. */
  readonly placeholders: SqlPlaceholders | undefined;
  /** The columns of its rows, none where it gives no rows; undefined where no schema gives them. */
  readonly columns: readonly SqlColumn[] | undefined;
  /** The types that the database wants for its values, in PostgreSQL's words, where a schema gives them. */
  readonly parameterTypes: readonly string[] | undefined;
}

/** What the databases' own parsers say of a workflow, before it is checked. */
export interface SqlAnswers {
  /** By the value of `query`. */
  readonly statements: ReadonlyMap<ValueSyntax, SqlStatement>;
  /** What is wrong with the schemas of connections. */
  readonly problems: readonly SqlProblem[];
  /** What could not be done, a sentence each, such as for want of a package. */
  readonly notDone: readonly string[];
  /** What was asked, connection by connection. */
  readonly asked: readonly SqlAsked[];
}

/** What the parser and the engine of a database were asked. */
export interface SqlAsked {
  readonly dialect: SqlDialect;
  readonly hasSchema: boolean;
  readonly statements: number;
  /** Statements whose answers were kept from an earlier check. */
  readonly known: number;
}

/** Where nothing was asked. */
export const noSqlAnswers: SqlAnswers = { statements: new Map(), problems: [], notDone: [], asked: [] };
