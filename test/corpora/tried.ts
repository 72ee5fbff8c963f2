import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { corporaFolder } from "./corpus-case.ts";
import { correctWorkflows } from "./figures.ts";

/** A correct workflow that runs offline, in a folder that holds `data/`. */
export interface TriedWorkflow {
  readonly name: string;
  readonly path: string;
  /** For `flowc run`. */
  readonly args: readonly string[];
}

/** The correct workflows with a line `# try: ARGUMENTS`. */
export function triedWorkflows(): readonly TriedWorkflow[] {
  return correctWorkflows().flatMap((name) => {
    const path = join(corporaFolder, "correct", name);
    const text = readFileSync(statSync(path).isDirectory() ? join(path, "workflow.yaml") : path, "utf8");
    const given = /^# try:(.*)$/m.exec(text)?.[1];
    return given === undefined ? [] : [{ name, path, args: wordsOf(given) }];
  });
}

/** The words of a line, with single quotes as a shell has them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
