import type { Range } from "./yaml-mistake.ts";

/**
 * Where the value lies that begins with the unquoted template at `start`. Undefined where it is not plain where that
 * value ends, or where the template is not closed on its line.
 */
export function templateValue(text: string, start: number): Range | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.slice(lineStart, lineStart + longest).search(/\r?\n|$/) + lineStart;
  if (lineEnd - lineStart >= longest) return undefined;
  const line = text.slice(start, lineEnd);
  const end = template.exec(line)?.[0].length;
  if (end === undefined) return undefined;
  if (/^\s*(?:[,\]}]|\s#|$)/.test(line.slice(end))) return [start, start + end];
  // Text follows: in a block map or list the value goes on to the end of the line.
  if (!/^\s*(?:-\s+)*(?:[\w-]+:\s+)?$/.test(text.slice(lineStart, start))) return undefined;
  const rest = line.replace(/\s+(?:#.*)?$/, "");
  return isEven(rest) ? [start, start + rest.length] : undefined;
}

/** Longer lines are not settings, and would take long to look through. */
const longest = 2000;
const inner = `[^{}"']|"[^"]*"|'[^']*'`;
const template = new RegExp(String.raw`^\{\{(?:${inner}|\{(?:${inner})*\})*\}\}`);

function isEven(text: string): boolean {
  return text.split("{{").length === text.split("}}").length;
}
