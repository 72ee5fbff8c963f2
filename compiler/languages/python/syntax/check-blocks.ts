import type { ScriptMistake } from "../../script-mistake.ts";
import type { LogicalLine, PythonToken } from "./tokens.ts";

/** A statement that others may stand in, or go on. */
interface Statement {
  readonly word: string;
  readonly token: PythonToken;
  readonly indentation: number;
}

/** What must stand before each of these, on the same level. */
const before: ReadonlyMap<string, readonly string[]> = new Map([
  ["elif", ["if", "elif"]],
  ["else", ["if", "elif", "for", "while", "except"]],
  ["except", ["try", "except"]],
  ["finally", ["try", "except", "else"]],
]);

/** The first word that stands where nothing belongs to it: `else` without `if`, `return` outside of a function. */
export function checkBlocks(lines: readonly LogicalLine[]): ScriptMistake | undefined {
  const around: Statement[] = [];
  for (const { indentation, tokens } of lines) {
    const token = tokens[0]?.text === "async" ? tokens[1] : tokens[0];
    if (token === undefined) continue;
    const ended = popTo(indentation.length, around);
    const mistake = openTry(ended, token) ?? continuation(token, ended) ?? jump(tokens, around);
    if (mistake !== undefined) return mistake;
    around.push({ word: token.text, token, indentation: indentation.length });
  }
  const ended = popTo(0, around);
  return ended.map((last) => openTry([last], undefined)).find((mistake) => mistake !== undefined);
}

/** Takes away what ends where a line of that indentation begins; innermost first. */
function popTo(indentation: number, around: Statement[]): readonly Statement[] {
  const ended: Statement[] = [];
  for (let last = around.at(-1); last !== undefined && last.indentation >= indentation; last = around.at(-1)) {
    ended.push(last);
    around.pop();
  }
  return ended;
}

function openTry(ended: readonly Statement[], next: PythonToken | undefined): ScriptMistake | undefined {
  const isOpen = ({ word }: Statement, index: number) =>
    word === "try" && (index < ended.length - 1 || !/^(?:except|finally)$/.test(next?.text ?? ""));
  const found = ended.find(isOpen);
  if (found === undefined) return undefined;
  const { start, end } = found.token;
  return { start, end, message: "`try` without `except` or `finally`" };
}

function continuation({ text, start, end }: PythonToken, ended: readonly Statement[]): ScriptMistake | undefined {
  const wanted = before.get(text);
  const last = ended.at(-1)?.word ?? "";
  if (wanted === undefined || wanted.includes(last)) return undefined;
  return { start, end, message: `\`${text}\` without \`${wanted[0]}\`` };
}

/** `return`, `await`, `break` and `continue` where there is nothing that they could leave. */
function jump(tokens: readonly PythonToken[], around: readonly Statement[]): ScriptMistake | undefined {
  const first = tokens[0]?.text ?? "";
  const words = around.map(({ word }) => word);
  const inFunction = words.includes("def") || /^(?:def|class|async)$/.test(first);
  const inner = words.slice(words.findLastIndex((word) => word === "def" || word === "class") + 1);
  const inLoop = inner.includes("for") || inner.includes("while") || /^(?:for|while|async)$/.test(first);
  const needed = (text: string) =>
    text === "break" || text === "continue" ? !inLoop && "loop" : !inFunction && "function";
  const found = tokens.find(({ kind, text }) => kind === "keyword" && jumps.has(text) && needed(text));
  if (found === undefined) return undefined;
  const { start, end, text } = found;
  return { start, end, message: `\`${text}\` outside of a ${needed(text)}` };
}

const jumps = new Set(["return", "await", "break", "continue"]);
