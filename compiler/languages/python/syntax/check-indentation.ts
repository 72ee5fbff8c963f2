import type { ScriptMistake } from "../../script-mistake.ts";
import { standInName } from "../../script-text.ts";
import type { LogicalLine } from "./tokens.ts";

/** The first line that is not indented as Python wants it. */
export function checkIndentation(lines: readonly LogicalLine[]): ScriptMistake | undefined {
  const levels: string[] = [""];
  let before: LogicalLine | undefined;
  for (const line of lines) {
    const mistake = checkLine(line, before, levels);
    if (mistake !== undefined) return mistake;
    before = line;
  }
  return before && endOf(before) === ":" ? noBlock(before, before) : undefined;
}

function checkLine(line: LogicalLine, before: LogicalLine | undefined, levels: string[]): ScriptMistake | undefined {
  const [first] = line.tokens;
  const current = levels.at(-1) ?? "";
  if (first === undefined) return undefined;
  const { start, end } = first;
  const change = compare(line.indentation, current);
  if (change === "mixed") return { start, end, message: "the indentation mixes tabs and blanks" };
  const opens = before === undefined ? "" : endOf(before);
  if (before !== undefined && opens === ":" && change !== "deeper") return noBlock(before, line);
  // A template at the end of a line may hold the colon.
  if (opens !== ":" && opens !== standInName && change === "deeper") {
    return { start, end, message: "this line is indented further than the one above, but that opens no block" };
  }
  if (change === "deeper") levels.push(line.indentation);
  while (compare(levels.at(-1) ?? "", line.indentation) === "deeper") levels.pop();
  if (compare(levels.at(-1) ?? "", line.indentation) === "same") return undefined;
  return { start, end, message: "the indentation of this line matches no line above" };
}

function endOf({ tokens }: LogicalLine): string {
  return tokens.at(-1)?.text ?? "";
}

/** How a line is indented beside another; `mixed`: that hangs on the width of tabs. */
function compare(line: string, other: string): "deeper" | "same" | "less" | "mixed" {
  const [wide, narrow] = [8, 1].map((tab) => Math.sign(widthOf(line, tab) - widthOf(other, tab)));
  if (wide !== narrow) return "mixed";
  return wide === 0 ? "same" : wide === 1 ? "deeper" : "less";
}

function widthOf(indentation: string, tab: number): number {
  let width = 0;
  for (const character of indentation) width = character === "\t" ? (Math.floor(width / tab) + 1) * tab : width + 1;
  return width;
}

function noBlock(opener: LogicalLine, line: LogicalLine): ScriptMistake {
  const [header] = opener.tokens;
  const [first] = line.tokens;
  const { start = 0, end = 0 } = first ?? {};
  const what = header?.text === "async" ? (opener.tokens[1]?.text ?? "") : (header?.text ?? "");
  if (line === opener) return { start, end, message: `no indented block stands behind \`${what}\`` };
  const note = header && { start: header.start, end: header.end, message: `\`${what}\` stands here` };
  return { start, end, message: `this line must be indented: it is the block of \`${what}\``, note };
}
