import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those above it. One by one: with `recursive`, mkdir never returns below some virtual file systems, such as /proc. */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}

/** The folder and those above it that are not there yet, the deepest first. */
export function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [folder, ...missingFolders(dirname(folder))];
}
