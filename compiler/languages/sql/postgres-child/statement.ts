import { type Answer, noAnswer, syntaxError } from "../answer.ts";
import { emptyStatement, grammarMistake, secondStatement } from "../grammar-mistake.ts";
import { type KnownPart, knownPart } from "../known-part.ts";
import { isCode, sqlTokens } from "../tokens.ts";
import { type ParsedStatement, parsePostgres } from "./parse.ts";

/** What PostgreSQL's grammar says of a text that should be one statement. */
export type Read =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** A statement that is known as a whole. */
  | { readonly kind: "statement"; readonly text: string; readonly statement: ParsedStatement };

/** Parses one statement; `text` may hold `hole`s. */
export function readStatement(text: string): Read {
  const part = knownPart(text, sqlTokens(text, "postgres"));
  const parsed = parsePostgres(part.text);
  if (parsed.kind === "problem") return answer(syntaxAnswer(parsed, part) ?? noAnswer);
  const [statement, second] = parsed.statements;
  if (second !== undefined) return answer(secondStatement(part.tokens) ?? noAnswer);
  if (!part.isWhole) return answer(noAnswer);
  if (statement === undefined) return answer(emptyStatement(text));
  return { kind: "statement", text: part.text, statement };
}

function answer(given: Answer): Read {
  return { kind: "answer", answer: given };
}

/** What the grammar has against a text; undefined where a template may go on with it. */
export function syntaxAnswer(
  { message, offset }: { readonly message: string; readonly offset: number },
  part: KnownPart,
): Answer | undefined {
  const isEnd = message.endsWith("at end of input");
  if (isEnd && !part.isWhole) return undefined;
  const at = part.tokens.findIndex(({ end }) => offset < end);
  const stopped = isEnd || at === -1 ? part.tokens.length : at;
  const reads = (corrected: string) => canBeRead(corrected, part.isWhole);
  if (isEnd || message.startsWith("syntax error") || part.tokens[stopped]?.closed === false)
    return grammarMistake(part, stopped, reads);
  const token = part.tokens[stopped];
  const said = message.replace(/ at or near "[\s\S]*"$/, "");
  return syntaxError(
    token?.start ?? 0,
    token?.end ?? part.text.length,
    `PostgreSQL cannot read the statement: ${said}`,
  );
}

function canBeRead(text: string, isWhole: boolean): boolean {
  const parsed = parsePostgres(text);
  return parsed.kind === "statements" || (!isWhole && parsed.message.endsWith("at end of input"));
}

/** The part of a text that is whole: that of a file, which has no templates. */
export function wholePart(text: string): KnownPart {
  return { text, tokens: sqlTokens(text, "postgres").filter(isCode), isWhole: true };
}
