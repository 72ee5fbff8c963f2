import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/flowc.ts";
import type { CorpusCase } from "./corpus-case.ts";

/** A place in a file of a case; line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A case whose files lie in a folder of its own, which goes with the scope that holds it. */
export interface PlacedCase extends Disposable {
  readonly folder: string;
  /** The marked places. */
  readonly places: readonly Place[];
}

const marker = "▸";
const head = "metadata: { name: case }\nsettings: { targetActionId: a, timeout: 1m }\n---\n";

/** Writes the files of a case, without their markers. */
export function placeCase({ workflow, files = {} }: CorpusCase): PlacedCase {
  const folder = temporaryFolder();
  const whole = /^settings:/m.test(workflow.replaceAll(marker, "")) ? workflow : head + workflow;
  const texts = Object.entries({ ...files, "workflow.yaml": whole });
  for (const [path, text] of texts) {
    const file = join(folder.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(marker, ""));
    if (text.startsWith("#!")) chmodSync(file, 0o755);
  }
  return {
    folder: folder.path,
    places: texts.flatMap(([path, text]) => placesIn(path, text)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function placesIn(file: string, text: string): readonly Place[] {
  return text.split("\n").flatMap((content, at) => {
    const parts = content.split(marker);
    return parts.slice(1).map((_, index) => ({
      file,
      line: at + 1,
      column: parts.slice(0, index + 1).join("").length + 1,
    }));
  });
}
