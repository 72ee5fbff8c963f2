import type { SqlColumn, SqlProblem } from "../../nouns/sql.ts";

/** A problem by offsets in its text, which a cache can keep. */
export type FoundProblem = Omit<SqlProblem, "span"> & { readonly start: number; readonly end: number };

/** A problem of one of several texts. */
export type ProblemOfFile = FoundProblem & { readonly file: number };

/** What a database says of one text, whatever file that stands in. */
export interface Answer {
  readonly problems: readonly FoundProblem[];
  /** Undefined where it is not known. */
  readonly columns?: readonly SqlColumn[] | undefined;
  readonly parameterTypes?: readonly string[] | undefined;
}

/** Nothing is wrong and nothing more is known. */
export const noAnswer: Answer = { problems: [] };

/** One syntax error. */
export function syntaxError(start: number, end: number, message: string, help?: string): Answer {
  return { problems: [{ code: "sql-syntax", start, end, message, ...(help === undefined ? {} : { help }) }] };
}
