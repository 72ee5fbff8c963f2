import { FoundMistake, type ScriptMistake } from "../script-mistake.ts";
import { Grammar } from "./syntax/grammar.ts";
import { Openers, TooDeep } from "./syntax/openers.ts";
import type { Scan } from "./syntax/scan-word.ts";

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
  const upTo = (limit: number): Scan => ({
    text,
    limit,
    openers,
    commands: (start, inner) => new Grammar(upTo(inner), start).substituted(),
    words: (start) => new Grammar(upTo(limit), start).listOfWords(),
  });
  return upTo(text.length);
}
