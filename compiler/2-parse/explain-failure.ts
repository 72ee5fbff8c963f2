import { otherSpelling } from "../functions/other-spellings.ts";
import { findFunction, functions } from "../functions/table.ts";
import { nearest } from "../spelling/nearest.ts";
import { clip, invisibleCharacter, openStringMessage } from "./mistakes.ts";

/** Why the parser stopped, from `start` up to `end`: mostly where it stopped. */
interface Failure {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly help?: string | undefined;
}

const expression = "an expression";
const operator = "an operator";
const end = "the end of the expression";
const closers: ReadonlySet<string> = new Set(["')'", "']'", "'}'"]);

/** Says in words why the parser stopped at `position`, where it would have gone on with any of `expected`. */
export function explainFailure(text: string, position: number, expected: ReadonlySet<string>): Failure {
  const start = position;
  if (text.trim() === "") return { message: "expected an expression, found nothing", start, end: position };
  const condition = conditionLeftOut(text, position, expected);
  if (condition !== undefined) return condition;
  const message = `expected ${wanted(expected)}, found `;
  if (position >= text.length) {
    const help = wantsBlock(expected) ? blockHelp : undefined;
    return { message: `${message}${end}`, start, end: position, help };
  }
  const string = stringAt(text, position);
  if (string !== null) {
    const stop = position + string.text.length;
    if (string.isOpen) return { ...openStringMessage(string.text), start, end: stop };
    return { message: `${message}the string ${clip(string.text)}`, start, end: stop };
  }
  const found = tokenAt(text, position);
  const code = invisibleCharacter(found);
  if (code === undefined) {
    const help = advice(found, text.slice(position + found.length), expected);
    return { message: `${message}'${clip(found)}'`, start, end: position + found.length, help };
  }
  const help = "delete it, or write a plain space";
  return { message: `${message}the invisible character ${code}`, start, end: position + found.length, help };
}

const blockHelp = "write if <condition> { … } else { … }";

function wantsBlock(expected: ReadonlySet<string>): boolean {
  return expected.has("'{'") && !expected.has(expression);
}

/** `if {1} else {2}`: what stands in the braces is read as a map, and that fails at the colon it lacks. */
function conditionLeftOut(text: string, position: number, expected: ReadonlySet<string>): Failure | undefined {
  if (!expected.has("':'")) return undefined;
  const found = /(?<![\p{L}\p{Nd}_$.#])if\s*(\{)[^{}]*$/u.exec(text.slice(0, position));
  if (found === null || text[position] !== "}") return undefined;
  const brace = position - (found[0].length - found[0].indexOf("{"));
  const message = "expected a condition after 'if', found '{'";
  return { message, start: brace, end: brace + 1, help: blockHelp };
}

/** The shortest true list: whatever continues an expression goes without saying where something must close it. */
function wanted(expected: ReadonlySet<string>): string {
  const closing = [...expected].filter((item) => closers.has(item));
  if (expected.has(expression)) return list([expression, ...closing]);
  if (expected.has(end)) return list([operator, end]);
  const dropped = new Set([operator, ...(closing.length > 0 ? ["';'", "':'"] : [])]);
  const rest = [...expected].filter((item) => !dropped.has(item));
  return list(rest.length > 1 ? rest.filter((item) => item !== "';'") : rest);
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

const quotedString = /(['"])(?:\\.|(?!\1)[^\\\n])*(\1?)|`[^`]*(`?)/y;
const token =
  /[\p{L}_$][\p{L}\p{Nd}_$]*|\.?[0-9][\p{L}\p{Nd}_$.]*|#[#\p{L}\p{Nd}_$]+|\{\{|\}\}|[!=<>]=+|&&|\|\||\?\?|\?\.|\.\.|\*\*|::|[\s\S]/uy;

function stringAt(text: string, position: number): { readonly text: string; readonly isOpen: boolean } | null {
  quotedString.lastIndex = position;
  const match = quotedString.exec(text);
  return match === null ? null : { text: match[0], isOpen: (match[2] ?? match[3]) === "" };
}

function tokenAt(text: string, position: number): string {
  token.lastIndex = position;
  return token.exec(text)?.[0] ?? "";
}

const otherSpellings: Readonly<Record<string, string>> = {
  AND: "and",
  OR: "or",
  NOT: "not",
  IN: "in",
  is: "==",
  eq: "==",
  ne: "!=",
  gt: ">",
  ge: ">=",
  lt: "<",
  le: "<=",
  mod: "%",
  like: "matches",
};

/** Operators that are functions in other languages. */
const textOperators: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith", "matches"]);

function advice(found: string, rest: string, expected: ReadonlySet<string>): string | undefined {
  const isName = /^[\p{L}_$]/u.test(found);
  if (/^[‘’“”„]$/u.test(found)) return `write a plain quote: " or '`;
  if (found === "{{") return "this is already an expression: write the name alone";
  if (expected.has("a function call") && isName) return adviceOnCall(found);
  if (expected.has("a map key") && isName) return `put the key in quotes: "${found}"`;
  if (wantsBlock(expected)) return blockHelp;
  if (expected.has(expression)) return adviceBeforeOperand(found, rest);
  if (expected.has("':'") && found === "=") return "write a colon between key and value";
  return expected.has(operator) ? adviceAfterOperand(found) : undefined;
}

/** Behind a pipe stands a call. */
function adviceOnCall(name: string): string {
  if (findFunction(name) !== undefined) return `write ${name}()`;
  const other = otherSpelling(name)?.replaceAll("(…)", "()");
  const near = nearest(
    name,
    functions.map((spec) => spec.name),
  );
  return (
    other ?? (near === undefined ? `"${name}" is not a function: write a call, such as upper()` : `write ${near}()`)
  );
}

function adviceBeforeOperand(found: string, rest: string): string | undefined {
  if (textOperators.has(found) && /^\s*\(/.test(rest)) return `it goes between the two: write a ${found} b`;
  if (found === "=") return "expressions assign nothing: let x = …; … names a value";
  return found === "let" || found === "if" ? `put it in parentheses: (${found} …)` : undefined;
}

function adviceAfterOperand(found: string): string | undefined {
  if (found === "(") return "a function is called by its name: f(…), a.f(…)";
  if (found === "[" || found === "." || found === "?.") return "numbers, bools and nil have no members";
  if (/^\.[0-9]+$/.test(found)) return `write [${found.slice(1)}] for an item by its number`;
  const spelling = otherSpellings[found];
  return spelling === undefined ? undefined : `write ${spelling}`;
}
