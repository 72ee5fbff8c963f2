import type { WrittenText } from "../../2-parse/written-text.ts";
import type { Span } from "../../nouns/source.ts";
import type { SqlDialect, SqlPlaceholders } from "../../nouns/sql.ts";
import { isCode, type SqlToken } from "./tokens.ts";

/**
 * How a statement takes its values: as better-sqlite3, pg and mysql2 read it. Undefined where a template stands in the
 * code, which may bring others.
 */
export function placeholdersOf(
  tokens: readonly SqlToken[],
  { spanOf }: WrittenText,
  dialect: SqlDialect,
): SqlPlaceholders | undefined {
  const code = tokens.filter(isCode);
  if (code.some(({ kind }) => kind === "hole")) return undefined;
  const spans: Span[] = [];
  const names = new Map<string, Span>();
  for (const { kind, text, start, end } of code) {
    if (kind !== "placeholder") continue;
    if (text === "?") spans.push(spanOf(start, end));
    else if (dialect === "postgres") spans[Number(text.slice(1)) - 1] ??= spanOf(start, end);
    else if (!names.has(text.slice(1))) names.set(text.slice(1), spanOf(start, end));
  }
  return { positions: spans.length, spans, names, foreign: foreignIn(code, spanOf, dialect) };
}

/** The first placeholder of another database. */
function foreignIn(
  code: readonly SqlToken[],
  spanOf: WrittenText["spanOf"],
  dialect: SqlDialect,
): SqlPlaceholders["foreign"] {
  if (dialect === "sqlite") return undefined;
  for (const [index, token] of code.entries()) {
    const next = code[index + 1];
    const before = code[index - 1];
    const joins = next !== undefined && next.start === token.end;
    const at = (end: number, text: string) => ({ text, span: spanOf(token.start, end) });
    if (dialect === "mysql" && token.kind === "sign" && joins) {
      // `:name` and `@name`: the latter is a variable of the session, and allowed.
      if (token.text === ":" && next.kind === "word") return at(next.end, `:${next.text}`);
    }
    if (dialect === "mysql" && token.text === "$" && joins && next.kind === "number")
      return at(next.end, `$${next.text}`);
    if (dialect !== "postgres" || token.kind !== "sign") continue;
    if (token.text === ":" && joins && next.kind === "word" && isOperator(before)) return at(next.end, `:${next.text}`);
    if (token.text === "?" && isOperator(before) && !startsOperand(next)) return at(token.end, "?");
  }
  return undefined;
}

/** True where what stands before asks for a value: no operator of two sides can follow. */
function isOperator(before: SqlToken | undefined): boolean {
  if (before === undefined) return false;
  if (before.kind === "sign") return /^[(,=<>+*/%|-]$/.test(before.text);
  return (
    before.kind === "word" &&
    /^(?:and|or|not|where|in|like|ilike|between|limit|offset|values|set|then|else|select|when|on)$/i.test(before.text)
  );
}

/** True where a value follows: then `?` may be an operator of JSON. */
function startsOperand(next: SqlToken | undefined): boolean {
  return next !== undefined && (next.kind === "string" || next.kind === "placeholder" || next.kind === "number");
}
