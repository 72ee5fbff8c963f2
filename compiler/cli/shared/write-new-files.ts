import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import { UsageError } from "./context.ts";
import { makeFolder, missingFolders } from "./make-folder.ts";
import { putInPlace } from "./put-in-place.ts";

/** A text to be written, by its path below a folder. */
export interface NewFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files into a folder that has none of those names; it is made where it is missing. Everything is written aside
 * first. Where something fails, what was made is removed again; throws UsageError.
 */
export function writeNewFiles(folder: string, files: readonly NewFile[]): void {
  const missing = missingFolders(folder);
  try {
    makeFolder(folder);
    const entries = new Set(files.map(({ name }) => partsOf(name)[0] ?? ""));
    putInPlace(
      [...entries].map((entry) => {
        const below = files.filter(({ name }) => partsOf(name)[0] === entry);
        return { path: join(folder, entry), write: (aside) => writeEntry(aside, below) };
      }),
      true,
    );
  } catch (error) {
    for (const path of missing) quietly(() => rmdirSync(path));
    throw new UsageError(`cannot write to ${folder}: ${reason(error)}`);
  }
}

/** A file, or a folder with all that is below it. */
function writeEntry(aside: string, files: readonly NewFile[]): void {
  for (const { name, text } of files) {
    const path = join(aside, ...partsOf(name).slice(1));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function partsOf(name: string): readonly string[] {
  return name.split(/[/\\]/);
}

function quietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // where nothing may be removed, nothing was written
  }
}
