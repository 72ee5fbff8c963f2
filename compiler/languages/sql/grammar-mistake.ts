import { type Answer, syntaxError } from "./answer.ts";
import { keywordSlip } from "./keyword-slip.ts";
import type { KnownPart } from "./known-part.ts";
import type { SqlToken } from "./tokens.ts";

/**
 * What is wrong where a parser has stopped: at one of the tokens, or at the end (`tokens.length`). `reads` says whether a
 * corrected text can be read.
 */
export function grammarMistake(part: KnownPart, stopped: number, reads: (corrected: string) => boolean): Answer {
  const { tokens, text } = part;
  const token = tokens[stopped];
  if (token?.closed === false) {
    const what = token.kind === "name" ? "the quoted name" : "the string";
    return syntaxError(token.start, token.start + 1, `${what} is never closed`);
  }
  const slip = keywordSlip(part, Math.min(stopped, tokens.length - 1), reads);
  if (slip !== undefined) {
    const { token: wrong, keyword } = slip;
    return syntaxError(wrong.start, wrong.end, `syntax error at "${wrong.text}"`, `did you mean "${keyword}"?`);
  }
  if (token !== undefined) return syntaxError(token.start, token.end, `syntax error at "${token.text}"`);
  const open = openBracket(tokens);
  if (open !== undefined) return syntaxError(open.start, open.end, 'the bracket "(" is never closed');
  const last = tokens.at(-1);
  const message = `the statement ends after "${last?.text ?? ""}", where more must follow`;
  return syntaxError(last?.start ?? 0, last?.end ?? text.length, message);
}

/** The innermost bracket that is open at the end. */
export function openBracket(tokens: readonly SqlToken[]): SqlToken | undefined {
  const open: SqlToken[] = [];
  for (const token of tokens) {
    if (token.text === "(") open.push(token);
    if (token.text === ")") open.pop();
  }
  return open.at(-1);
}

/** A text with two statements; undefined where what follows the first `;` cannot be found. */
export function secondStatement(tokens: readonly SqlToken[]): Answer | undefined {
  const end = tokens.findIndex(({ text }) => text === ";");
  const next = end === -1 ? undefined : tokens.slice(end + 1).find(({ text }) => text !== ";");
  if (next === undefined) return undefined;
  const help = "write each under queries, which run one after the other";
  return syntaxError(next.start, next.end, "a second statement begins here; one is allowed", help);
}

/** A statement without any. */
export function emptyStatement(text: string): Answer {
  return syntaxError(0, text.length, "the statement is empty");
}
