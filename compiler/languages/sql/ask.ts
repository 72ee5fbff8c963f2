import { textOfFile, writtenText } from "../../2-parse/written-text.ts";
import { findExecutor } from "../../executors/list.ts";
import type { DatabaseStatement } from "../../nouns/executor.ts";
import type { Scripts } from "../../nouns/script-file.ts";
import type { ConnectionSyntax } from "../../nouns/settings-syntax.ts";
import type { Source } from "../../nouns/source.ts";
import type { SqlAnswers, SqlProblem, SqlStatement } from "../../nouns/sql.ts";
import { noSqlAnswers } from "../../nouns/sql.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import type { ValueSyntax } from "../../nouns/value-syntax.ts";
import type { WrittenText } from "../../nouns/written-text.ts";
import type { FoundProblem } from "./answer.ts";
import { askDatabase, type DatabasePlace } from "./ask-database.ts";
import { dialectOf } from "./dialect.ts";
import { placeholdersOf } from "./placeholders.ts";
import { schemaFiles } from "./schema-files.ts";
import { sqlTokens } from "./tokens.ts";

/** Asks the databases' own parsers about every statement whose database is known. Reads no file but those of the cache. */
export function askSql(
  { connections, resources }: Pick<WorkflowSyntax, "connections" | "resources">,
  files: Scripts,
  place: DatabasePlace,
): SqlAnswers {
  if (connections.length === 0) return noSqlAnswers;
  const written = resources
    .filter(({ broken }) => !broken)
    .flatMap(({ executors: [block] }) => (block && findExecutor(block.key)?.statements?.(block)) ?? []);
  const asked = connections.map((connection) => askConnection(connection, written, files, place));
  return {
    statements: new Map(asked.flatMap(({ statements }) => [...statements])),
    problems: onceEach(asked.flatMap(({ problems }) => problems)),
    notDone: asked.flatMap(({ notDone }) => notDone),
    asked: asked.flatMap((one) => one.asked),
  };
}

/** Connections may share a schema. */
function onceEach(problems: readonly SqlProblem[]): readonly SqlProblem[] {
  const place = ({ span }: SqlProblem) => `${span.source.name}\0${span.start}`;
  return [...new Map(problems.map((problem) => [place(problem), problem])).values()];
}

function askConnection(
  connection: ConnectionSyntax,
  all: readonly DatabaseStatement[],
  files: Scripts,
  place: DatabasePlace,
): SqlAnswers {
  const dialect = dialectOf(connection);
  const name = connection.name.value;
  const own = all.filter((statement) => statement.connection === name);
  const texts = textsOf(own);
  const unread = own.some(({ text }) => text.kind === "expression")
    ? [`statements of "${name}" were not read: a template stands for all of them`]
    : [];
  const schema = schemaOf(connection, files);
  if (dialect === undefined) {
    const why = `the statements of "${name}" were not read: give it a driver, as its connection string does not show which database it is`;
    return schema === undefined && texts.size === 0 ? noSqlAnswers : { ...noSqlAnswers, notDone: [why] };
  }
  const sources = schema?.map(({ text }) => text);
  const wanted = [...texts.values()].map(({ text }) => text);
  const { answers, known, schemaProblem, notDone } = askDatabase(
    { name, dialect, texts: wanted, schema: sources },
    place,
  );
  const statements = new Map<ValueSyntax, SqlStatement>();
  for (const [value, text] of texts) {
    const { problems = [], columns, parameterTypes } = answers.get(text.text) ?? {};
    const placeholders = placeholdersOf(sqlTokens(text.text, dialect), text, dialect);
    statements.set(value, {
      dialect,
      // A placeholder of another database is one mistake, whatever its parser makes of it.
      problems: placeholders?.foreign === undefined ? problems.map((problem) => placed(problem, text)) : [],
      placeholders,
      columns,
      parameterTypes,
    });
  }
  const source = schemaProblem && schema?.[schemaProblem.file];
  const problems =
    source === undefined || schemaProblem === undefined ? [] : [placed(schemaProblem, textOfFile(source))];
  const asked = [{ dialect, hasSchema: schema !== undefined, statements: wanted.length, known }];
  return { statements, problems, notDone: [...notDone, ...unread], asked };
}

function textsOf(statements: readonly DatabaseStatement[]): ReadonlyMap<ValueSyntax, WrittenText> {
  return new Map(
    statements.flatMap(({ text }) => {
      const written = writtenText(text);
      return written === undefined ? [] : [[text, written] as const];
    }),
  );
}

/** The files of a connection's schema; undefined where it has none that can be read. */
function schemaOf({ schema }: ConnectionSyntax, files: Scripts): readonly Source[] | undefined {
  const file = schema && files.get(schema.value);
  return file === undefined || file.kind === "problem" ? undefined : schemaFiles(file);
}

function placed({ start, end, code, message, help, name }: FoundProblem, { spanOf }: WrittenText): SqlProblem {
  return { code, span: spanOf(start, end), message, help, ...(name === undefined ? {} : { name }) };
}
