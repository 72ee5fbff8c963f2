import type { Range } from "../../languages/script-text.ts";

/** True where nothing else stands on the line of a range. */
export function isOwnLine(text: string, { start, end }: Range): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(0, start)) && /^[ \t]*(?:\n|$)/.test(text.slice(end));
}
