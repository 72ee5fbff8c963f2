import { readFileSync, writeSync } from "node:fs";
import { loadModule } from "libpg-query";
import type { Answer } from "../answer.ts";
import { noAnswer } from "../answer.ts";
import type { PostgresReply, PostgresRequest } from "../postgres-request.ts";
import { describe } from "./describe.ts";
import { openDatabase, parseSchema } from "./schema.ts";
import { type Read, readStatement } from "./statement.ts";

// The process that knows PostgreSQL: it reads a request, answers and ends. PGlite takes ten seconds to close, so it never is.

await loadModule();
const reply = await answer(JSON.parse(readFileSync(0, "utf8")) as PostgresRequest);
writeAll(Buffer.from(JSON.stringify(reply)));
process.exit(0);

async function answer({ texts, schema, engine, kept }: PostgresRequest): Promise<PostgresReply> {
  const read = texts.map(readStatement);
  const parsed = schema === undefined ? undefined : parseSchema(schema);
  if (parsed?.problem !== undefined) return { answers: read.map(parsedOnly), schemaProblem: parsed.problem };
  if (parsed === undefined || engine === undefined) return { answers: read.map(parsedOnly) };
  const database = await openDatabase(engine, parsed.statements, kept);
  if ("file" in database) return { answers: read.map(parsedOnly), schemaProblem: database };
  const answers: Answer[] = [];
  for (const one of read) answers.push(one.kind === "answer" ? one.answer : await describe(one, database));
  return { answers };
}

function parsedOnly(read: Read): Answer {
  return read.kind === "answer" ? read.answer : noAnswer;
}

function writeAll(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}
