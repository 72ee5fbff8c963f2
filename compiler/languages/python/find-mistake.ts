import { FoundMistake, type ScriptMistake } from "../script-mistake.ts";
import { firstHoleIn, type Range, type ScriptText } from "../script-text.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { checkBlocks } from "./syntax/check-blocks.ts";
import { checkIndentation } from "./syntax/check-indentation.ts";
import { checkLine } from "./syntax/check-line.ts";
import { checkTree } from "./syntax/check-tree.ts";
import { type LogicalLine, logicalLines } from "./syntax/tokens.ts";

/**
 * The first mistake of a Python script's syntax; undefined where there is none, or where it may be one of what templates
 * put there as code.
 */
export function findMistake({ text, holes }: ScriptText, root: SyntaxNode): ScriptMistake | undefined {
  try {
    const lines = logicalLines(text);
    const isKnown = (range: Range) => firstHoleIn(codeHoles(holes, lines), lineAround(range, lines, text)) === -1;
    const inLines = lines.flatMap((line) => checkLine(line) ?? []).filter(isKnown);
    const found = [checkIndentation(lines), checkBlocks(lines), ...inLines].filter((mistake) => mistake !== undefined);
    const [first] = found.sort((one, other) => one.start - other.start);
    const unread = first === undefined ? checkTree(root, text) : undefined;
    return first ?? (unread !== undefined && isKnown(unread) ? unread : undefined);
  } catch (found) {
    if (found instanceof FoundMistake) return found.mistake;
    throw found;
  }
}

/** Those that are not part of a string or a comment. */
function codeHoles(holes: readonly Range[], lines: readonly LogicalLine[]): readonly Range[] {
  const tokens = lines.flatMap((line) => line.tokens).filter(({ kind }) => kind !== "string");
  return holes.filter((hole) => tokens.some(({ start, end }) => start < hole.end && hole.start < end));
}

/** The line that a range begins in, as Python counts lines. */
function lineAround({ start, end }: Range, lines: readonly LogicalLine[], text: string): Range {
  const line = lines.findLast(({ tokens: [first] }) => first !== undefined && first.start <= start);
  const from = line?.tokens[0]?.start ?? text.lastIndexOf("\n", start) + 1;
  return { start: from, end: Math.max(end, line?.tokens.at(-1)?.end ?? end) };
}
