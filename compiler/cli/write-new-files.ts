import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reason } from "../1-load/find-files.ts";
import { UsageError } from "./context.ts";
import { makeFolder, missingFolders } from "./make-folder.ts";

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
  const moved: string[] = [];
  let aside: string | undefined;
  try {
    makeFolder(folder);
    aside = mkdtempSync(join(folder, ".init-"));
    for (const file of files) writeBelow(aside, file);
    for (const name of readdirSync(aside)) {
      renameSync(join(aside, name), join(folder, name));
      moved.push(join(folder, name));
    }
    rmdirSync(aside);
  } catch (error) {
    const written = aside === undefined ? moved : [aside, ...moved];
    for (const path of written) quietly(() => rmSync(path, { recursive: true, force: true }));
    for (const path of missing) quietly(() => rmdirSync(path));
    throw new UsageError(`cannot write to ${folder}: ${reason(error)}`);
  }
}

function writeBelow(folder: string, { name, text }: NewFile): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function quietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // where nothing may be removed, nothing was written
  }
}
