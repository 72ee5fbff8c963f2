import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { PGlite } from "@electric-sql/pglite";
import type { ProblemOfFile } from "../answer.ts";
import { refusal, type ServerError } from "./describe.ts";
import { type ParsedStatement, parsePostgres } from "./parse.ts";
import { syntaxAnswer, wholePart } from "./statement.ts";

/** The statements of a schema's texts, or the first thing that the grammar has against one of them. */
export function parseSchema(
  texts: readonly string[],
):
  | { readonly problem: ProblemOfFile }
  | { readonly problem?: undefined; readonly statements: readonly PlacedStatement[] } {
  const statements: PlacedStatement[] = [];
  for (const [file, written] of texts.entries()) {
    // psql's own commands, which pg_dump writes too, mean nothing to the server.
    const text = written.replaceAll(/^\\.*$/gm, (line) => " ".repeat(line.length));
    const parsed = parsePostgres(text);
    if (parsed.kind === "problem") {
      const [problem] = syntaxAnswer(parsed, wholePart(text))?.problems ?? [];
      if (problem !== undefined) return { problem: { ...problem, file } };
    } else statements.push(...parsed.statements.map((statement) => ({ ...statement, file, text })));
  }
  return { statements };
}

interface PlacedStatement extends ParsedStatement {
  readonly file: number;
  /** Of the whole file. */
  readonly text: string;
}

/** A database with the tables of the schema, from the file that keeps one where there is one. */
export async function openDatabase(
  engine: string,
  statements: readonly PlacedStatement[],
  kept: string | undefined,
): Promise<PGlite | ProblemOfFile> {
  const { PGlite: Engine } = (await import(pathToFileURL(engine).href)) as { readonly PGlite: typeof PGlite };
  const dump = kept === undefined ? undefined : readDump(kept);
  if (dump !== undefined) return Engine.create({ loadDataDir: dump });
  const database = await Engine.create();
  for (const statement of statements) {
    const problem = isOfServerOnly(statement) ? undefined : await run(statement, database);
    if (problem !== undefined) return problem;
  }
  if (kept !== undefined) await keepDump(database, kept);
  return database;
}

async function run({ text, start, end, file }: PlacedStatement, database: PGlite): Promise<ProblemOfFile | undefined> {
  const own = text.slice(start, end);
  try {
    await database.exec(own);
    return undefined;
  } catch (error) {
    const problem = await refusal(error as ServerError, own, database);
    return { ...problem, start: start + problem.start, end: start + problem.end, file };
  }
}

/** Who may do what, comments, extensions: what no type hangs on, and a database in memory may not have. */
function isOfServerOnly({ kind, tree }: ParsedStatement): boolean {
  if (ofServer.has(kind)) return true;
  return kind === "AlterTableStmt" && JSON.stringify(tree).includes('"AT_ChangeOwner"');
}

const ofServer: ReadonlySet<string> = new Set([
  "AlterDefaultPrivilegesStmt",
  "AlterOwnerStmt",
  "AlterRoleStmt",
  "CommentStmt",
  "CreateExtensionStmt",
  "CreateRoleStmt",
  "GrantRoleStmt",
  "GrantStmt",
  "TransactionStmt",
  "VacuumStmt",
]);

function readDump(path: string): Blob | undefined {
  try {
    return existsSync(path) ? new Blob([gunzipSync(readFileSync(path))]) : undefined;
  } catch {
    return undefined;
  }
}

/** Where nothing can be kept, the next check makes the tables again. */
async function keepDump(database: PGlite, path: string): Promise<void> {
  try {
    const dump = Buffer.from(await (await database.dumpDataDir("none")).arrayBuffer());
    const aside = `${path}.${process.pid}`;
    writeFileSync(aside, gzipSync(dump, { level: 1 }), { mode: 0o600 });
    renameSync(aside, path);
  } catch {
    // a cache that cannot be written
  }
}
