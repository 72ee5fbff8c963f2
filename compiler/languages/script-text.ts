/** A script as its author wrote it: texts, and undefined where a template puts a value. */
export type ScriptParts = readonly (string | undefined)[];

/** A script as one text, with a stand-in where each value will be. */
export interface ScriptText {
  readonly text: string;
  /** Where the stand-ins are, in order. */
  readonly holes: readonly Range[];
}

/** A half-open range of UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The texts with stand-ins between them: names, or digits behind a digit, which change nothing around them. */
export function scriptText(parts: ScriptParts): ScriptText {
  const holes: Range[] = [];
  let text = "";
  for (const part of parts) {
    const written = part ?? standIn(text);
    if (part === undefined) holes.push({ start: text.length, end: text.length + written.length });
    text += written;
  }
  return { text, holes };
}

/** What stands for a value wherever no number goes on. */
export const standInName = "_h_";

function standIn(before: string): string {
  return /(?:^|[^\w.])(?:0[xX])?\d+$/.test(before.slice(-20)) ? "000" : standInName;
}

/** The index of the first hole that has something in the range, or -1. */
export function firstHoleIn(holes: readonly Range[], { start, end }: Range): number {
  return holes.findIndex((hole) => hole.start < end && start < hole.end);
}
