import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SqlDialect } from "../../nouns/sql.ts";
import { hashOf, KeptAnswers } from "../kept-answers.ts";
import type { Answer, ProblemOfFile } from "./answer.ts";
import { askMysql } from "./mysql.ts";
import { askPostgres, findPglite } from "./postgres.ts";
import { askSqlite } from "./sqlite.ts";
import { openSqlite } from "./sqlite-database.ts";
import { applySqliteSchema } from "./sqlite-schema.ts";

/** Where databases' parsers and engines are, and what they have said. */
export interface DatabasePlace {
  /** Of the workflow, absolute. */
  readonly folder: string;
  /** Of the installed compiler. */
  readonly packageFolder: string;
  /** Undefined: nothing is kept. */
  readonly cacheFolder: string | undefined;
}

/** What is asked about one connection. */
export interface Question {
  /** Of the connection. */
  readonly name: string;
  readonly dialect: SqlDialect;
  readonly texts: readonly string[];
  /** The texts that make its tables. */
  readonly schema: readonly string[] | undefined;
}

export interface DatabaseAnswers {
  /** By the texts. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** How many of them were kept from an earlier check. */
  readonly known: number;
  readonly schemaProblem?: ProblemOfFile | undefined;
  readonly notDone: readonly string[];
}

/**
 * The database's answers: those that are kept, and what it says now of the texts that are new. `find` looks for an engine
 * of PostgreSQL in folders.
 */
export function askDatabase(question: Question, place: DatabasePlace, find = findPglite): DatabaseAnswers {
  const { dialect, texts, schema } = question;
  if (dialect === "mysql") return answersOfMysql(question);
  const isPostgres = dialect === "postgres" && schema !== undefined;
  const found = isPostgres ? find([place.folder, place.packageFolder]) : undefined;
  const engine = found?.module;
  const key = `${dialect}-${hashOf(engine ?? "", found?.version ?? "", String(schema?.length), ...(schema ?? []))}`;
  const kept = new KeptAnswers<Answer, ProblemOfFile>(place.cacheFolder, key);
  const known = kept.answersTo(texts);
  const news = [...new Set(texts)].filter((text) => !known.has(text));
  const notDone = isPostgres && engine === undefined ? [noEngine(question)] : [];
  if (news.length === 0 && (schema === undefined || kept.isKnown))
    return { answers: known, known: known.size, schemaProblem: kept.about, notDone };
  const dump = engine && place.cacheFolder && join(place.cacheFolder, `${key}.tar.gz`);
  const asked = dialect === "sqlite" ? fromSqlite(news, schema) : fromPostgres(news, { schema, engine, dump }, place);
  if (asked === undefined) return { answers: known, known: known.size, notDone: [failed(question)] };
  kept.add(asked.answers, asked.schemaProblem);
  const answers = new Map([...known, ...asked.answers]);
  return { answers, known: known.size, schemaProblem: asked.schemaProblem, notDone };
}

type Asked = Omit<DatabaseAnswers, "known" | "notDone">;

function fromSqlite(texts: readonly string[], schema: readonly string[] | undefined): Asked | undefined {
  const database = openSqlite();
  if (database === undefined) return undefined;
  try {
    const schemaProblem = schema && applySqliteSchema(schema, database);
    const hasSchema = schema !== undefined && schemaProblem === undefined;
    return { answers: new Map(texts.map((text) => [text, askSqlite(text, database, hasSchema)])), schemaProblem };
  } finally {
    database.close();
  }
}

interface PostgresSchema {
  readonly schema: readonly string[] | undefined;
  readonly engine: string | undefined;
  /** The file that keeps the tables. */
  readonly dump: string | undefined;
}

function fromPostgres(
  texts: readonly string[],
  { schema, engine, dump }: PostgresSchema,
  { packageFolder, cacheFolder }: DatabasePlace,
): Asked | undefined {
  if (cacheFolder !== undefined && engine !== undefined) makeFolder(cacheFolder);
  const reply = askPostgres({ texts, schema, engine, kept: dump }, packageFolder);
  if (reply === undefined) return undefined;
  const answers = texts.flatMap((text, index) => {
    const answer = reply.answers[index];
    return answer === undefined ? [] : [[text, answer] as const];
  });
  return { answers: new Map(answers), schemaProblem: reply.schemaProblem };
}

/** Where it cannot be made, nothing is kept. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // a cache that cannot be written
  }
}

function answersOfMysql({ name, texts, schema }: Question): DatabaseAnswers {
  const much = schema === undefined ? "" : ", and not held against its schema";
  const notDone =
    schema === undefined && texts.length === 0
      ? []
      : [
          `the statements of "${name}" were read for their first words, quotes and brackets alone${much}: no package knows MySQL's grammar`,
        ];
  return { answers: new Map(texts.map((text) => [text, askMysql(text)])), known: 0, notDone };
}

function noEngine({ name }: Question): string {
  return `the statements of "${name}" were not held against its schema: that needs the package @electric-sql/pglite, beside the workflow or beside flowc`;
}

function failed({ name, dialect }: Question): string {
  const what =
    dialect === "sqlite" ? "the addon of SQLite does not load here" : "the engine of PostgreSQL did not answer";
  return `the statements of "${name}" were not read: ${what}`;
}
