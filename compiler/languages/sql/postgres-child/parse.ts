import { parseSync, type SqlError } from "libpg-query";

/** A node of PostgreSQL's own tree, under the name of its kind. */
export type TreeNode = Readonly<Record<string, unknown>>;

/** A statement of a text, from `start` up to `end`. */
export interface ParsedStatement {
  readonly kind: string;
  readonly tree: TreeNode;
  readonly start: number;
  readonly end: number;
}

export type Parsed =
  | { readonly kind: "statements"; readonly statements: readonly ParsedStatement[] }
  | { readonly kind: "problem"; readonly message: string; readonly offset: number };

/** Parses a text with PostgreSQL's grammar. Offsets count in UTF-16 units. The parser must have been loaded. */
export function parsePostgres(text: string): Parsed {
  if (text.trim() === "") return { kind: "statements", statements: [] };
  try {
    const { stmts = [] } = parseSync(text) as { stmts?: readonly RawStatement[] };
    const bytes = Buffer.from(text);
    const unitsBefore = (offset: number) => bytes.toString("utf8", 0, offset).length;
    const statements = stmts.map(({ stmt = {}, stmt_location: start = 0, stmt_len: length }) => {
      const [[kind, tree] = ["", {}]] = Object.entries(stmt);
      const end = length === undefined ? text.length : unitsBefore(start + length);
      return { kind, tree: tree as TreeNode, start: unitsBefore(start), end };
    });
    return { kind: "statements", statements };
  } catch (error) {
    const { message, sqlDetails } = error as SqlError;
    return { kind: "problem", message, offset: unitsOf(text, sqlDetails?.cursorPosition ?? 0) };
  }
}

/** Offsets and lengths are in bytes of UTF-8. */
interface RawStatement {
  readonly stmt?: TreeNode;
  readonly stmt_location?: number;
  readonly stmt_len?: number;
}

/** PostgreSQL counts characters. */
export function unitsOf(text: string, characters: number): number {
  return [...text].slice(0, characters).join("").length;
}
