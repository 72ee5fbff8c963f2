import type { SqlDialect } from "../../nouns/sql.ts";
import { hole } from "../../nouns/written-text.ts";

/** A piece of SQL that means something; offsets count in the text. */
export interface SqlToken {
  /** `name` is quoted, `hole` a template where code stands. */
  readonly kind: "word" | "name" | "string" | "number" | "placeholder" | "comment" | "sign" | "hole";
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** False for a string, a name or a comment that does not end. */
  readonly closed: boolean;
}

/** The tokens of SQL as a database's own scanner cuts them, comments included. */
export function sqlTokens(text: string, dialect: SqlDialect): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let position = 0; position < text.length; ) {
    const { kind, length, closed = true } = tokenAt(text, position, dialect);
    const end = position + length;
    if (kind !== "blank") tokens.push({ kind, start: position, end, text: text.slice(position, end), closed });
    position = end;
  }
  return tokens;
}

/** What counts for the grammar. */
export function isCode({ kind }: SqlToken): boolean {
  return kind !== "comment";
}

interface Cut {
  readonly kind: SqlToken["kind"] | "blank";
  readonly length: number;
  readonly closed?: boolean;
}

const blank = /\s+/y;
const word = /[\p{L}_][\p{L}\p{Nd}_$]*/uy;
const number = /(?:0x[\da-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)/iy;

function tokenAt(text: string, position: number, dialect: SqlDialect): Cut {
  const character = text.charAt(position);
  if (character === hole) return { kind: "hole", length: 1 };
  return (
    simple("blank", blank, text, position) ??
    comment(text, position, dialect) ??
    quoted(text, position, dialect) ??
    placeholder(text, position, dialect) ??
    simple("number", number, text, position) ??
    simple("word", word, text, position) ?? {
      kind: "sign",
      length: String.fromCodePoint(text.codePointAt(position) ?? 0).length,
    }
  );
}

function simple(kind: Cut["kind"], pattern: RegExp, text: string, position: number): Cut | undefined {
  const length = lengthOf(pattern, text, position);
  return length === 0 ? undefined : { kind, length };
}

function lengthOf(pattern: RegExp, text: string, position: number): number {
  const sticky = new RegExp(pattern.source, pattern.flags);
  sticky.lastIndex = position;
  return sticky.exec(text)?.[0].length ?? 0;
}

function comment(text: string, position: number, dialect: SqlDialect): Cut | undefined {
  const isLine =
    dialect === "mysql"
      ? /^(?:#|--(?:\s|$))/.test(text.slice(position, position + 3))
      : text.startsWith("--", position);
  if (isLine) {
    const end = text.indexOf("\n", position);
    return { kind: "comment", length: (end === -1 ? text.length : end) - position };
  }
  if (!text.startsWith("/*", position)) return undefined;
  const end = dialect === "postgres" ? endOfNested(text, position) : text.indexOf("*/", position + 2) + 2;
  // SQLite ends an open comment with the text.
  if (end < position + 2) return { kind: "comment", length: text.length - position, closed: dialect === "sqlite" };
  return { kind: "comment", length: end - position };
}

/** Comments of PostgreSQL may stand in each other; 0 for one that does not end. */
function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += sign === "/*" ? 1 : -1;
    if (depth === 0) return start + index + 2;
  }
  return 0;
}

/** Quotes, what they hold, and whether a backslash takes the next character along. */
const quotes: Readonly<Record<SqlDialect, Readonly<Record<string, readonly ["string" | "name", string, boolean]>>>> = {
  sqlite: {
    "'": ["string", "'", false],
    '"': ["name", '"', false],
    "`": ["name", "`", false],
    "[": ["name", "]", false],
  },
  postgres: { "'": ["string", "'", false], '"': ["name", '"', false] },
  mysql: { "'": ["string", "'", true], '"': ["string", '"', true], "`": ["name", "`", false] },
};

const prefixes: Readonly<Record<SqlDialect, RegExp>> = {
  sqlite: /x(?=')/iy,
  postgres: /(?:[ebxn]|u&)(?=')|u&(?=")/iy,
  mysql: /[xbn](?=')/iy,
};

function quoted(text: string, position: number, dialect: SqlDialect): Cut | undefined {
  const dollars = dialect === "postgres" ? dollarQuoted(text, position) : undefined;
  if (dollars !== undefined) return dollars;
  const prefix = lengthOf(prefixes[dialect], text, position);
  const open = text.charAt(position + prefix);
  const quote = Object.hasOwn(quotes[dialect], open) ? quotes[dialect][open] : undefined;
  if (quote === undefined) return undefined;
  const [kind, close, escapes] = quote;
  const isEscaped = escapes || /^e/i.test(text.slice(position, position + prefix));
  for (let index = position + prefix + 1; index < text.length; index += 1) {
    if (isEscaped && text.charAt(index) === "\\") index += 1;
    else if (text.charAt(index) !== close) continue;
    else if (close !== "]" && text.charAt(index + 1) === close) index += 1;
    else return { kind, length: index + 1 - position };
  }
  return { kind, length: text.length - position, closed: false };
}

const dollar = /\$(?:[\p{L}_][\p{L}\p{Nd}_]*)?\$/uy;

function dollarQuoted(text: string, position: number): Cut | undefined {
  const length = lengthOf(dollar, text, position);
  if (length === 0) return undefined;
  const tag = text.slice(position, position + length);
  const end = text.indexOf(tag, position + length);
  if (end === -1) return { kind: "string", length: text.length - position, closed: false };
  return { kind: "string", length: end + length - position };
}

/** All placeholders that any of the drivers has: which of them a database knows is asked elsewhere. */
const placeholders: Readonly<Record<SqlDialect, RegExp>> = {
  sqlite: /\?\d*|[:@$#][\p{L}\p{Nd}_$]+/uy,
  // `::` is a cast, `?` an operator of JSON, `:` the colon of a slice.
  postgres: /\$\d+|::/uy,
  mysql: /\?/y,
};

function placeholder(text: string, position: number, dialect: SqlDialect): Cut | undefined {
  const length = lengthOf(placeholders[dialect], text, position);
  if (length === 0) return undefined;
  return { kind: text.startsWith("::", position) ? "sign" : "placeholder", length };
}
