import { chmodSync, copyFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { UsageError } from "./context.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { makeFolder, missingFolders } from "./make-folder.ts";
import { putInPlace } from "./put-in-place.ts";

/**
 * Writes the files of a build into a folder, which is made where it is missing. Everything is written aside first and
 * then renamed, bundles last: a reader never sees half a file. All of it is dated `date`, where one is given, with the
 * folder and those that had to be made for it. Throws UsageError where the folder cannot be written.
 */
export function writeFiles(folder: string, files: readonly OutputFile[], date?: Date): void {
  const ordered = files.toSorted((first, second) => Number(isBundle(first)) - Number(isBundle(second)));
  const made = missingFolders(folder);
  try {
    makeFolder(folder);
    sweepLeftovers(folder);
    const blocked = ordered.find(({ name }) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory());
    if (blocked !== undefined) throw new UsageError(`cannot write ${join(folder, blocked.name)}: it is a folder`);
    putInPlace(
      ordered.map((file) => ({ path: join(folder, file.name), write: (aside) => writeOne(file, aside, date) })),
    );
    if (date !== undefined) dateFolders([folder, ...made], date);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write to ${folder}: ${reason(error)}`);
  }
}

/** The same mode whatever the umask is: a build is the same everywhere. Who may see it, the folder's mode says. */
function writeOne(file: OutputFile, path: string, date: Date | undefined): void {
  if (file.kind === "copy") copyFileSync(file.from, path);
  else writeFileSync(path, file.text);
  chmodSync(path, file.executable ? 0o755 : 0o644);
  if (date !== undefined) utimesSync(path, date, date);
}

function dateFolders(folders: readonly string[], date: Date): void {
  for (const folder of folders) {
    try {
      utimesSync(folder, date, date);
    } catch {
      // a folder of somebody else, in which one may write: its date is theirs
    }
  }
}

function isBundle({ name }: OutputFile): boolean {
  return name.endsWith(".mjs");
}
