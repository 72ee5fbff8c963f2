import { FoundMistake } from "../../script-mistake.ts";
import type { Range } from "../../script-text.ts";
import { stringEnd } from "./string-end.ts";

/** A token of Python. */
export interface PythonToken extends Range {
  readonly kind: "name" | "keyword" | "number" | "string" | "operator";
  readonly text: string;
  /** How many brackets are open around it. */
  readonly depth: number;
}

/** What Python takes for one line: it goes on in brackets, in long strings and behind a backslash. */
export interface LogicalLine {
  /** The blanks before it. */
  readonly indentation: string;
  readonly tokens: readonly PythonToken[];
}

/** Words that cannot be names. */
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

const patterns: readonly (readonly [PythonToken["kind"], RegExp])[] = [
  [
    "number",
    /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?)/y,
  ],
  ["name", /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy],
  ["operator", /(?:\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|==|!=|<=|>=|<<|>>|\*\*|\/\/|[-+*/%&|^@]=|&&|\|\||\+\+|--|[^\s])/y],
];

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Splits a script into its lines. Ends by a `FoundMistake` at a string or a bracket that is not closed. */
export function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  const open: PythonToken[] = [];
  let line = lineAt(text, 0);
  for (let at = line.indentation.length; at < text.length; ) {
    const behind = open.length === 0 && text.charAt(at) === "\n" ? at + 1 : undefined;
    if (behind !== undefined) {
      lines.push(line);
      line = lineAt(text, behind);
      at = behind + line.indentation.length;
    } else at = skipped(text, at) ?? take(tokenAt(text, at, open.length), line.tokens, open);
  }
  const left = open.at(-1);
  if (left !== undefined) throw new FoundMistake({ ...rangeOf(left), message: `\`${left.text}\` is never closed` });
  return [...lines, line].filter(({ tokens }) => tokens.length > 0);
}

function lineAt(text: string, start: number) {
  blanks.lastIndex = start;
  const tokens: PythonToken[] = [];
  return { indentation: blanks.exec(text)?.[0] ?? "", tokens };
}

const blanks = /[ \t\f]*/y;

/** Behind a blank, a comment or a line end that ends no line; undefined at a token. */
function skipped(text: string, at: number): number | undefined {
  const character = text.charAt(at);
  if (character === "#") return endOfLine(text, at);
  if (/\s/.test(character)) return at + 1;
  return character === "\\" && /^\r?\n/.test(text.slice(at + 1, at + 3)) ? text.indexOf("\n", at) + 1 : undefined;
}

function take(token: PythonToken, tokens: PythonToken[], open: PythonToken[]): number {
  nest(token, open);
  tokens.push(token);
  return token.end;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function tokenAt(text: string, start: number, depth: number): PythonToken {
  const string = stringEnd(text, start);
  if (string !== undefined) return { kind: "string", text: text.slice(start, string), start, end: string, depth };
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind: keywords.has(found) ? "keyword" : kind, text: found, start, end: start + found.length, depth };
  }
  return { kind: "operator", text: text.charAt(start), start, end: start + 1, depth };
}

function nest(token: PythonToken, open: PythonToken[]): void {
  if (token.kind !== "operator") return;
  if (closers[token.text] !== undefined) open.push(token);
  if (!/^[)\]}]$/.test(token.text)) return;
  const opener = open.pop();
  if (opener === undefined) {
    const needed = Object.keys(closers).find((bracket) => closers[bracket] === token.text) ?? "";
    throw new FoundMistake({ ...rangeOf(token), message: `\`${token.text}\` without \`${needed}\`` });
  }
  if (closers[opener.text] === token.text) return;
  throw new FoundMistake({
    ...rangeOf(token),
    message: `\`${token.text}\` where \`${closers[opener.text]}\` should close the \`${opener.text}\``,
    note: { ...rangeOf(opener), message: `\`${opener.text}\` begins here` },
  });
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
