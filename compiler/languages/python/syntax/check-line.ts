import type { ScriptMistake } from "../../script-mistake.ts";
import type { LogicalLine, PythonToken } from "./tokens.ts";

/** What is wrong in one line by itself, as far as its tokens show. */
export function checkLine({ tokens }: LogicalLine): ScriptMistake | undefined {
  for (const check of [otherWord, missingColon, otherOperator, assignment, sideBySide, unfinished]) {
    const mistake = check(tokens);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

type Check = (tokens: readonly PythonToken[]) => ScriptMistake | undefined;

/** Words of other languages and of Python 2. */
const otherWord: Check = ([first, second]) => {
  if (first === undefined || second === undefined) return undefined;
  const range = { start: first.start, end: second.end };
  if (first.text === "else" && second.text === "if")
    return { ...range, message: "`else if` is not Python", help: "write `elif`" };
  if (/^(?:elseif|elsif)$/.test(first.text) && isOperand(second))
    return { start: first.start, end: first.end, message: `\`${first.text}\` is not Python`, help: "write `elif`" };
  if (!/^(?:print|exec)$/.test(first.text) || !isOperand(second)) return undefined;
  const message = `\`${first.text}\` is a function`;
  return { start: first.start, end: first.end, message, help: `write ${first.text}(…)` };
};

const headers = new Set(["if", "elif", "else", "for", "while", "def", "class", "try", "except", "finally", "with"]);

const missingColon: Check = (tokens) => {
  const [first, second] = tokens;
  const header = first?.text === "async" ? second : first;
  const last = tokens.at(-1);
  if (header === undefined || last === undefined || !headers.has(header.text)) return undefined;
  const lambdas = tokens.filter(({ text, depth }) => text === "lambda" && depth === 0).length;
  const colons = tokens.filter(({ text, depth }) => text === ":" && depth === 0).length;
  if (colons > lambdas) return undefined;
  return { start: last.end, end: last.end, message: `no \`:\` stands at the end of the \`${header.text}\` line` };
};

const spellings: ReadonlyMap<string, string> = new Map([
  ["&&", "write `and`"],
  ["||", "write `or`"],
  ["!", "write `not`"],
  ["?", "write `a if condition else b`"],
  ["$", "names have no `$`"],
]);

const otherOperator: Check = (tokens) => {
  const [first, second] = tokens;
  if (first?.text === "//" || (first?.text === "/" && second?.text === "*"))
    return {
      start: first.start,
      end: first.end,
      message: "this is not a comment of Python",
      help: "comments begin with `#`",
    };
  for (const [index, token] of tokens.entries()) {
    const mistake = token.kind === "number" ? octal(token) : strange(token, tokens[index + 1]);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
};

function octal({ text, start, end }: PythonToken): ScriptMistake | undefined {
  if (!/^0\d*[1-9]\d*$/.test(text)) return undefined;
  return { start, end, message: `\`${text}\` begins with 0`, help: `write 0o${text.replace(/^0+/, "")} for octal` };
}

function strange({ kind, text, start, end }: PythonToken, next: PythonToken | undefined): ScriptMistake | undefined {
  if (kind !== "operator") return undefined;
  const help = spellings.get(text);
  if (help !== undefined) return { start, end, message: `\`${text}\` is not Python`, help };
  const isStep = (text === "++" || text === "--") && (next === undefined || next.text === ";" || next.text === ")");
  return isStep ? { start, end, message: `\`${text}\` is not Python`, help: `write ${text.charAt(0)}= 1` } : undefined;
}

const assignment: Check = (tokens) => {
  const at = tokens.findIndex(({ text, depth }) => depth === 0 && /^(?::?=|:)$/.test(text));
  const sign = tokens[at];
  const target = tokens[at - 1];
  if (sign === undefined || sign.text === ":") return undefined;
  const { start, end } = sign;
  const isCondition = /^(?:if|elif|while)$/.test(tokens[0]?.text ?? "");
  if (isCondition && sign.text === "=")
    return { start, end, message: "`=` assigns and is not allowed in a condition", help: "write `==`" };
  if (isCondition || at !== 1 || target === undefined) return undefined;
  if (sign.text === ":=") return { start, end, message: "`:=` cannot stand here", help: "write `=`" };
  if (target.kind === "name" || !isOperand(target)) return undefined;
  return { start: target.start, end: target.end, message: `nothing can be assigned to \`${target.text}\`` };
};

/** Two values with nothing between them. */
const sideBySide: Check = (tokens) => {
  // These are words of their own only before a value.
  if (/^(?:match|case|type)$/.test(tokens[0]?.text ?? "")) return undefined;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before === undefined || !endsOperand(before) || !isOperand(token)) continue;
    if (before.kind === "string" && token.kind === "string") continue;
    const { start, end, text } = token;
    const help = token.depth > 0 ? "a comma or an operator is missing" : undefined;
    return { start, end, message: `\`${shortened(text)}\` cannot stand behind \`${shortened(before.text)}\``, help };
  }
  return undefined;
};

const unfinished: Check = (tokens) => {
  const last = tokens.at(-1);
  if (last?.text === ":" && last.depth === 0 && !opensBlock(tokens[0]))
    return { start: last.start, end: last.end, message: "this line ends with `:`, but opens no block" };
  if (last?.kind !== "operator" || !/^(?:[-+*/%@&|^=<>.]|\*\*|\/\/|[=!<>]=|<<|>>|->|:=|[-+*/%&|^@]=)$/.test(last.text))
    return undefined;
  if (last.text === "*" && tokens.some(({ text }) => text === "import")) return undefined;
  return { start: last.start, end: last.end, message: `nothing stands behind \`${last.text}\`` };
};

function opensBlock(first: PythonToken | undefined): boolean {
  return headers.has(first?.text ?? "") || /^(?:async|match|case|lambda)$/.test(first?.text ?? "");
}

function isOperand({ kind, text }: PythonToken): boolean {
  return kind === "name" || kind === "number" || kind === "string" || /^(?:True|False|None)$/.test(text);
}

function endsOperand(token: PythonToken): boolean {
  return isOperand(token) || /^[)\]}]$/.test(token.text);
}

function shortened(text: string): string {
  return text.length > 20 ? `${text.slice(0, 17)}…` : text;
}
