import { nearest } from "../../spelling/nearest.ts";
import { type Answer, noAnswer, syntaxError } from "./answer.ts";
import { emptyStatement, openBracket, secondStatement } from "./grammar-mistake.ts";
import { isCode, type SqlToken, sqlTokens } from "./tokens.ts";

/**
 * What is certain of a statement without MySQL's grammar, which no package has whole: those that there are refuse
 * statements that MySQL takes.
 */
export function askMysql(text: string): Answer {
  const tokens = sqlTokens(text, "mysql");
  const open = tokens.find(({ closed }) => !closed);
  if (open !== undefined) {
    const what = open.kind === "string" ? "the string" : open.kind === "name" ? "the quoted name" : "the comment";
    return syntaxError(open.start, open.start + 1, `${what} is never closed`);
  }
  const code = tokens.filter(isCode);
  if (code.length === 0) return emptyStatement(text);
  const isKnown = !code.some(({ kind }) => kind === "hole");
  const bracket = isKnown ? openBracket(code) : undefined;
  if (bracket !== undefined) return syntaxError(bracket.start, bracket.end, 'the bracket "(" is never closed');
  // A procedure has statements inside.
  return (
    (/^(?:create|begin)$/i.test(code[0]?.text ?? "") ? undefined : secondStatement(code)) ??
    misspelledOpener(code) ??
    noAnswer
  );
}

/** What a statement of MySQL or MariaDB may begin with. */
const openers: ReadonlySet<string> = new Set(
  `alter analyze backup begin binlog cache call change check checksum clone commit create deallocate delete desc describe do
drop execute explain flush get grant handler help import insert install kill load lock optimize prepare purge release rename
repair replace reset resignal restart revoke rollback savepoint select set show shutdown signal start stop table truncate
uninstall unlock update use values with xa`.split(/\s+/),
);

/** A statement whose first word is nearly one that a statement may begin with. */
function misspelledOpener([first]: readonly SqlToken[]): Answer | undefined {
  const word = first?.text.toLowerCase() ?? "";
  const keyword = first?.kind === "word" && !openers.has(word) ? nearest(word, openers) : undefined;
  if (first === undefined || keyword === undefined) return undefined;
  const written = first.text === word ? keyword : keyword.toUpperCase();
  return syntaxError(first.start, first.end, `syntax error at "${first.text}"`, `did you mean "${written}"?`);
}
