import type { Read } from "./escape.ts";
import { PatternProblem } from "./problem.ts";

/** The flags that matter to a yes-or-no search; U only changes which match is found. */
export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** The opening of a group, or flags for what follows in the group around. */
export type Opening =
  | { readonly kind: "group"; readonly flags: Flags; readonly name?: string }
  | { readonly kind: "flags"; readonly flags: Flags };

/** What `(` at `at` opens. Throws PatternProblem for the constructs of other dialects. */
export function readOpening(source: string, at: number, flags: Flags): Read<Opening> {
  if (source[at + 1] !== "?") return { value: { kind: "group", flags }, end: at + 1 };
  const foreign = Object.entries(foreignConstructs).find(([start]) => source.startsWith(start, at + 2));
  if (foreign) throw new PatternProblem(`"(?${foreign[0]}" is ${foreign[1]}, which RE2 does not have`, at);
  if (source.startsWith("P<", at + 2)) return readName(source, at, at + 4, flags);
  if (source[at + 2] === "<") return readName(source, at, at + 3, flags);
  return readFlags(source, at, flags);
}

const foreignConstructs: Readonly<Record<string, string>> = {
  "=": "a look-ahead",
  "!": "a look-ahead",
  "<=": "a look-behind",
  "<!": "a look-behind",
  ">": "an atomic group",
  "#": "a comment",
  "|": "a branch reset",
  "'": "a named group in quotes",
  "&": "a subroutine call",
  "(": "a condition",
  R: "a recursion",
  "P=": "a back-reference",
  "P>": "a subroutine call",
};

function readName(source: string, at: number, start: number, flags: Flags): Read<Opening> {
  const close = source.indexOf(">", start);
  if (close < 0) throw new PatternProblem(`"${source.slice(at, start)}" has no closing ">"`, at);
  const name = source.slice(start, close);
  if (!/^[0-9A-Za-z_]+$/.test(name))
    throw new PatternProblem(`"${name}" is not a name for a group: use letters, digits and "_"`, start);
  return { value: { kind: "group", flags, name }, end: close + 1 };
}

const flagNames: Readonly<Record<string, keyof Flags | undefined>> = {
  i: "ignoreCase",
  m: "multiline",
  s: "dotAll",
};

function readFlags(source: string, at: number, before: Flags): Read<Opening> {
  const [text = "", set = "", dash, cleared = "", end] =
    /^\(\?([imsU]*)(-?)([imsU]*)([:)])/.exec(source.slice(at, at + 100)) ?? [];
  if (!end || (dash && !cleared))
    throw new PatternProblem(`"${source.slice(at, at + 3)}" starts neither a group that RE2 has nor flags (imsU)`, at);
  const flags: { -readonly [name in keyof Flags]: boolean } = { ...before };
  for (const flag of set + cleared) {
    const name = flagNames[flag];
    if (name) flags[name] = set.includes(flag) && !cleared.includes(flag);
  }
  return { value: { kind: end === ":" ? "group" : "flags", flags }, end: at + text.length };
}
