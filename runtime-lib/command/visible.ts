import { stripVTControlCharacters } from "node:util";

/**
 * A line that a program wrote, as a terminal may show it: colors stay where there are some, all else that moves the cursor
 * or clears the screen is dropped.
 */
export function visible(line: string, colors: boolean): string {
  if (!/[^\P{Cc}\t]/u.test(line)) return line;
  const [first = "", ...parts] = line.split(/(\p{Cc}\[[\d;:]*m)/u);
  if (parts.length === 0 || !colors) return plain([first, ...parts].join(""));
  const shown = parts.map((part, index) => (index % 2 === 0 && part[0] === "\x1b" ? part : plain(part)));
  // A color that is left on must not reach what follows.
  return `${plain(first)}${shown.join("")}\x1b[0m`;
}

function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\t]/gu, "");
}
