import { negate, union } from "./char-set.ts";
import { posixClasses } from "./classes.ts";
import { type Read, readCharacter, readClassEscape } from "./escape.ts";
import { fold } from "./fold.ts";
import { PatternProblem } from "./problem.ts";
import type { CharSet } from "./tree.ts";

/** The class in brackets at `at`, such as `[^a-z\d[:punct:]]`. Throws PatternProblem where there is no such class. */
export function readBracket(source: string, at: number, ignoreCase: boolean): Read<CharSet> {
  const negated = source[at + 1] === "^";
  const start = at + (negated ? 2 : 1);
  const members: CharSet[] = [];
  let next = start;
  // A bracket that comes first stands for itself.
  while (source[next] !== "]" || next === start) {
    if (next >= source.length) throw new PatternProblem('"[" has no closing "]"', at);
    const member = readMember(source, next, ignoreCase);
    members.push(member.value);
    next = member.end;
  }
  const set = union(...members);
  return { value: negated ? negate(set) : set, end: next + 1 };
}

function readMember(source: string, at: number, ignoreCase: boolean): Read<CharSet> {
  const whole = readPosixClass(source, at, ignoreCase) ?? readClassEscape(source, at, ignoreCase);
  if (whole) return whole;
  const first = readCharacter(source, at);
  let last = first;
  if (source[first.end] === "-" && source[first.end + 1] !== "]" && first.end + 1 < source.length) {
    refuseClass(source, first.end + 1);
    last = readCharacter(source, first.end + 1);
    if (last.value < first.value)
      throw new PatternProblem(`the range "${source.slice(at, last.end)}" ends before it starts`, at);
  }
  const set = [first.value, last.value];
  return { value: ignoreCase ? fold(set) : set, end: last.end };
}

/** `[a-\d]`: a range goes from one character to another. */
function refuseClass(source: string, at: number): void {
  const text = /^(?:\\[dDsSwW]|\\[pP](?:\{[^}]*\}|.)|\[:\^?\w+:\])/.exec(source.slice(at, at + 20))?.[0];
  if (text) throw new PatternProblem(`"${text}" is a character class and cannot end a range`, at);
}

function readPosixClass(source: string, at: number, ignoreCase: boolean): Read<CharSet> | undefined {
  if (!source.startsWith("[:", at)) return undefined;
  const close = source.indexOf(":]", at + 2);
  if (close < 0) return undefined;
  const text = source.slice(at, close + 2);
  const negated = text[2] === "^";
  const name = text.slice(negated ? 3 : 2, -2);
  const known = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
  if (!known) throw new PatternProblem(`"${text}" is not a character class such as [:alpha:]`, at);
  const set = ignoreCase ? fold(known) : known;
  return { value: negated ? negate(set) : set, end: close + 2 };
}
