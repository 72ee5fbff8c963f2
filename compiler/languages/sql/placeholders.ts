import type { Span } from "../../nouns/source.ts";
import type { SqlDialect, SqlPlaceholders } from "../../nouns/sql.ts";
import type { WrittenText } from "../../nouns/written-text.ts";
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
    if (token.kind !== "sign" || !asksForValue(code[index - 1])) continue;
    const next = code[index + 1];
    const joined = next !== undefined && next.start === token.end ? next : undefined;
    const text = token.text + (joined?.text ?? "");
    if (dialect === "postgres" && token.text === "?") return { text: "?", span: spanOf(token.start, token.end) };
    if (joined === undefined || !foreign[dialect].test(text)) continue;
    return { text, span: spanOf(token.start, joined.end) };
  }
  return undefined;
}

const foreign = { postgres: /^[:@][\p{L}_]/u, mysql: /^(?::[\p{L}_]|\$\d)/u } as const;

/** True where what stands before asks for a value: no operator of two sides can follow, such as `?` of JSON. */
function asksForValue(before: SqlToken | undefined): boolean {
  if (before === undefined) return false;
  return before.kind === "sign"
    ? /^[(,=<>+*/%|-]$/.test(before.text)
    : before.kind === "word" && asking.test(before.text);
}

const asking = /^(?:and|between|else|having|ilike|in|like|limit|not|offset|on|or|select|set|then|values|when|where)$/i;
