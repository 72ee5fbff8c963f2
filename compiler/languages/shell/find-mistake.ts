import { FoundMistake, type ScriptMistake } from "../script-mistake.ts";
import { Grammar } from "./syntax/grammar.ts";
import { Openers } from "./syntax/openers.ts";
import type { Scan } from "./syntax/scan-word.ts";

/** Deeper substitutions are not looked at: nobody writes them. */
const deepest = 100;

class TooDeep extends Error {}

/** The first mistake of a shell script's syntax, of what neither POSIX's shell nor bash takes; undefined where there is none. */
export function findMistake(text: string): ScriptMistake | undefined {
  try {
    new Grammar(scanOf(text), 0).program();
    return undefined;
  } catch (found) {
    if (found instanceof FoundMistake) return found.mistake;
    if (found instanceof TooDeep) return undefined;
    throw found;
  }
}

function scanOf(text: string): Scan {
  const openers = new Openers(text);
  let depth = 0;
  const nested = (limit: number, start: number, read: (grammar: Grammar) => number): number => {
    if (depth === deepest) throw new TooDeep();
    depth += 1;
    const end = read(new Grammar(upTo(limit), start));
    depth -= 1;
    return end;
  };
  const upTo = (limit: number): Scan => ({
    text,
    limit,
    openers,
    commands: (start, inner) => nested(inner, start, (grammar) => grammar.substituted()),
    words: (start) => nested(limit, start, (grammar) => grammar.listOfWords()),
  });
  return upTo(text.length);
}
