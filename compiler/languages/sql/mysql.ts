import { type Answer, noAnswer, syntaxError } from "./answer.ts";
import { emptyStatement, openBracket, secondStatement } from "./grammar-mistake.ts";
import { isCode, sqlTokens } from "./tokens.ts";

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
  return (/^(?:create|begin)$/i.test(code[0]?.text ?? "") ? undefined : secondStatement(code)) ?? noAnswer;
}
