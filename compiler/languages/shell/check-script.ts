import { FoundMistake, type ScriptMistake } from "../script-mistake.ts";
import type { HereDocument } from "./here-document.ts";
import { Grammar } from "./syntax/grammar.ts";
import { Openers, TooDeep } from "./syntax/openers.ts";
import type { Scan } from "./syntax/scan-word.ts";

/** What the grammar of the shell says of a script. */
export interface CheckedScript {
  /** The first thing that neither POSIX's shell nor bash can read. */
  readonly mistake: ScriptMistake | undefined;
  /** The here-documents before that. */
  readonly documents: readonly HereDocument[];
}

/** Reads a shell script by the shell's own grammar, up to its first mistake. */
export function checkScript(text: string): CheckedScript {
  const documents: HereDocument[] = [];
  try {
    new Grammar(scanOf(text, documents), 0).program();
    return { mistake: undefined, documents };
  } catch (found) {
    if (found instanceof FoundMistake) return { mistake: found.mistake, documents };
    if (found instanceof TooDeep) return { mistake: undefined, documents };
    throw found;
  }
}

function scanOf(text: string, documents: HereDocument[]): Scan {
  const openers = new Openers(text);
  const upTo = (limit: number): Scan => ({
    text,
    limit,
    openers,
    documents,
    commands: (start, inner) => new Grammar(upTo(inner), start).substituted(),
    words: (start) => new Grammar(upTo(limit), start).listOfWords(),
  });
  return upTo(text.length);
}
