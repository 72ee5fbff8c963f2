import type { Answer, ProblemOfFile } from "./answer.ts";

/** What the process that knows PostgreSQL is asked, as JSON on its standard input. */
export interface PostgresRequest {
  /** Statements, each template one `hole`. */
  readonly texts: readonly string[];
  /** The texts that make the tables. */
  readonly schema: readonly string[] | undefined;
  /** The module of PGlite; undefined: statements are only parsed. */
  readonly engine: string | undefined;
  /** The file that keeps a database with these tables; it is made where it is missing. */
  readonly kept: string | undefined;
}

/** What it answers, as JSON on its standard output. */
export interface PostgresReply {
  /** In the order of the texts. */
  readonly answers: readonly Answer[];
  /** The first mistake in the schema; statements are then only parsed. */
  readonly schemaProblem?: ProblemOfFile;
}
