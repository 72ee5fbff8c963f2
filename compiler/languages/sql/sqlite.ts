import { type Answer, noAnswer, syntaxError } from "./answer.ts";
import { emptyStatement, grammarMistake, secondStatement } from "./grammar-mistake.ts";
import { type KnownPart, knownPart } from "./known-part.ts";
import { columnsOf } from "./sqlite-columns.ts";
import { type Database, prepare } from "./sqlite-database.ts";
import { schemaProblem } from "./sqlite-names.ts";
import { sqlTokens } from "./tokens.ts";

/**
 * Prepares a statement, which runs nothing. Without a schema, tables that do not exist are not mistakes. `text` may hold
 * `hole`s.
 */
export function askSqlite(text: string, database: Database, hasSchema: boolean): Answer {
  const part = knownPart(text, sqlTokens(text, "sqlite"));
  if (part.tokens.length === 0) return part.isWhole ? emptyStatement(text) : noAnswer;
  const prepared = prepare(part.text, database);
  if (typeof prepared !== "string") {
    if (!part.isWhole || !hasSchema) return noAnswer;
    return { problems: [], columns: columnsOf(prepared, part.tokens, database) };
  }
  const mistake = syntaxMistake(prepared, part, database);
  if (mistake !== undefined) return mistake;
  // A table that does not exist is met before the second statement. A trigger has statements inside.
  const second = /^create$/i.test(part.tokens[0]?.text ?? "") ? undefined : secondStatement(part.tokens);
  if (second !== undefined) return second;
  const isCertain = hasSchema || /^no such function: /.test(prepared);
  return part.isWhole && isCertain && prepared !== incomplete
    ? { problems: [schemaProblem(prepared, part, database)] }
    : noAnswer;
}

const several = "The supplied SQL string contains more than one statement";
const incomplete = "incomplete input";

/** What SQLite's grammar has against a text; undefined for all other messages. */
export function syntaxMistake(message: string, part: KnownPart, database: Database): Answer | undefined {
  const { tokens, isWhole } = part;
  const reads = (corrected: string) => isReadable(corrected, isWhole, database);
  if (message === several) return secondStatement(tokens);
  if (message === incomplete) return isWhole ? grammarMistake(part, tokens.length, reads) : undefined;
  const near = /^near "([\s\S]*)": syntax error$/.exec(message)?.[1];
  const word = near ?? /^unrecognized token: "([\s\S]*)"$/.exec(message)?.[1];
  if (word === undefined) return undefined;
  const stopped = stoppedAt(message, word, part, database);
  if (stopped !== -1) return grammarMistake(part, stopped, reads);
  return syntaxError(0, part.text.length, `SQLite cannot read the statement: ${message}`);
}

function isReadable(text: string, isWhole: boolean, database: Database): boolean {
  const prepared = prepare(text, database);
  if (typeof prepared !== "string") return true;
  return !/syntax error$|^unrecognized token/.test(prepared) && (!isWhole || prepared !== incomplete);
}

/** SQLite names the token, not its place: it is the first with which the text up to it fails in the same way. */
function stoppedAt(message: string, word: string, { text, tokens }: KnownPart, database: Database): number {
  const isWord = (token: KnownPart["tokens"][number]) => token.text.startsWith(word) || word.startsWith(token.text);
  return tokens.findIndex((token) => isWord(token) && prepare(text.slice(0, token.end), database) === message);
}
