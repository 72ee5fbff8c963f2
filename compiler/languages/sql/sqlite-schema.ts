import type { FoundProblem, ProblemOfFile } from "./answer.ts";
import { knownPart } from "./known-part.ts";
import { syntaxMistake } from "./sqlite.ts";
import { type Database, prepare } from "./sqlite-database.ts";
import { schemaProblem } from "./sqlite-names.ts";
import { isCode, type SqlToken, sqlTokens } from "./tokens.ts";

/**
 * Makes the tables of a schema in a database in memory, and stops at the first mistake. Only what defines something is
 * run: no data is needed, and a check must neither touch other files nor run for long.
 */
export function applySqliteSchema(texts: readonly string[], database: Database): ProblemOfFile | undefined {
  for (const [file, text] of texts.entries()) {
    for (const { start, end, first } of statementsIn(text)) {
      const problem = skipped.test(first) ? undefined : apply(text.slice(start, end), database);
      if (problem !== undefined) return { ...problem, start: start + problem.start, end: start + problem.end, file };
    }
  }
  return undefined;
}

const skipped =
  /^(?:analyze|attach|begin|commit|detach|end|explain|pragma|reindex|release|rollback|savepoint|vacuum)$/i;
const defining = /^(?:alter|create|drop)$/i;

function apply(text: string, database: Database): FoundProblem | undefined {
  const part = knownPart(text, sqlTokens(text, "sqlite"));
  const prepared = prepare(text, database);
  if (typeof prepared === "string") {
    return syntaxMistake(prepared, part, database)?.problems[0] ?? schemaProblem(prepared, part, database);
  }
  try {
    if (defining.test(part.tokens[0]?.text ?? "")) prepared.run();
    return undefined;
  } catch (error) {
    return schemaProblem((error as Error).message, part, database);
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
  /** Its first word. */
  readonly first: string;
}

/** The statements of a file; those in the body of a trigger belong to it. */
function statementsIn(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let open: SqlToken[] = [];
  const close = (): void => {
    const [first] = open;
    if (first !== undefined) pieces.push({ start: first.start, end: open.at(-1)?.end ?? first.end, first: first.text });
    open = [];
  };
  for (const token of sqlTokens(text, "sqlite").filter(isCode)) {
    if (token.text !== ";") open.push(token);
    else if (open.length === 0) continue;
    else if (isTrigger(open) && !isBodyOver(open)) open.push(token);
    else close();
  }
  close();
  return pieces;
}

function isTrigger(tokens: readonly SqlToken[]): boolean {
  const words = tokens.slice(0, 3).map(({ text }) => text.toLowerCase());
  return words[0] === "create" && words.includes("trigger");
}

/** The `END` of a trigger stands behind the `;` of its last statement. */
function isBodyOver(tokens: readonly SqlToken[]): boolean {
  return tokens.at(-1)?.text.toLowerCase() === "end" && tokens.at(-2)?.text === ";";
}
