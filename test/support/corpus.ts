import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptMistake } from "../../compiler/languages/script-mistake.ts";
import { root } from "./flowc.ts";

/** One script of a corpus: a file with many, each below a line `=== name` or `=== name | what is said of it`. */
export interface CorpusScript {
  readonly name: string;
  readonly expected: string;
  readonly text: string;
}

/** The scripts of a file below `test/languages/`. */
export function readCorpus(file: string): readonly CorpusScript[] {
  const parts = readFileSync(join(root, "test/languages", file), "utf8")
    .split(/^=== (.*)\n/m)
    .slice(1);
  return parts.flatMap((title, index) => {
    const [name = "", expected = ""] = title.split(" | ");
    return index % 2 === 0 ? [{ name, expected, text: parts[index + 1] ?? "" }] : [];
  });
}

/** A mistake as corpora have it: `line:column message`. */
export function placed(text: string, mistake: ScriptMistake | undefined): string {
  if (mistake === undefined) return "";
  const lines = text.slice(0, mistake.start).split("\n");
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1} ${mistake.message}`;
}
