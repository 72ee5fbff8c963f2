import type { FoundProblem } from "./answer.ts";
import type { KnownPart } from "./known-part.ts";
import type { Database } from "./sqlite-database.ts";
import type { SqlToken } from "./tokens.ts";

/** What SQLite says against a statement that it can read, at the name that it is about. */
export function schemaProblem(said: string, { tokens }: Pick<KnownPart, "tokens">, database: Database): FoundProblem {
  const [message = said, help] = said.split(/ - (?=should this be )/);
  const { text, written, known } = wordsOf(message, tokens, database);
  const token = tokens.find((candidate) => written !== undefined && isNamed(candidate, written)) ?? tokens[0];
  return {
    code: "sql-schema",
    start: token?.start ?? 0,
    end: token?.end ?? 0,
    message: text,
    ...(help === undefined ? {} : { help: "put strings in single quotes" }),
    ...(written === undefined || known.length === 0 ? {} : { name: { written, known } }),
  };
}

interface Words {
  readonly text: string;
  /** The name that it is about. */
  readonly written: string | undefined;
  /** What could have been meant. */
  readonly known: readonly string[];
}

function wordsOf(message: string, tokens: readonly SqlToken[], database: Database): Words {
  const table = /^no such table: (?:main\.)?([\s\S]+)$/.exec(message)?.[1];
  if (table !== undefined)
    return { text: `the schema has no table "${table}"`, written: table, known: tablesOf(database) };
  const column = /^no such column: ([\s\S]+)$/.exec(message)?.[1];
  if (column !== undefined) {
    const written = column.replace(/^.*\./s, "").replaceAll('"', "");
    const tables = tablesOf(database).filter((name) => tokens.some((token) => isNamed(token, name)));
    const where = tables.length === 1 ? `the table "${tables[0]}" has no` : "no table of the statement has a";
    const known = tables.flatMap((name) => columnsOf(name, database));
    return { text: `${where} column "${written}"`, written, known };
  }
  const [, owner, missing] = /^table ([\s\S]+) has no column named ([\s\S]+)$/.exec(message) ?? [];
  if (owner !== undefined) {
    const known = columnsOf(owner, database);
    return { text: `the table "${owner}" has no column "${missing}"`, written: missing, known };
  }
  const called = /^no such function: ([\s\S]+)$/.exec(message)?.[1];
  if (called !== undefined) return { text: `SQLite has no function "${called}"`, written: called, known: [] };
  return { text: `SQLite refuses the statement: ${message}`, written: mentioned(message, tokens), known: [] };
}

/** The last word of the message that the statement has too. */
function mentioned(message: string, tokens: readonly SqlToken[]): string | undefined {
  const words = (message.match(/[\p{L}\p{Nd}_]+/gu) ?? []).reverse();
  return words.find((word) => tokens.some((token) => token.kind !== "sign" && isNamed(token, word)));
}

/** Names have no case in SQLite, and may stand in quotes. */
function isNamed({ kind, text }: SqlToken, name: string): boolean {
  return (kind === "name" ? text.slice(1, -1) : text).toLowerCase() === name.toLowerCase();
}

function tablesOf(database: Database): readonly string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name").all();
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

function columnsOf(table: string, database: Database): readonly string[] {
  const rows = database.prepare("SELECT name FROM pragma_table_xinfo(?)").all(table);
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}
