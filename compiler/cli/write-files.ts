import { chmodSync, copyFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reason } from "../1-load/find-files.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { UsageError } from "./context.ts";
import { makeFolder, missingFolders } from "./make-folder.ts";

/**
 * Writes the files of a build into a folder, which is made where it is missing. Everything is written aside first and
 * then renamed, bundles last: a reader never sees half a file. All of it is dated `date`, where one is given, with the
 * folder and those that had to be made for it. Throws UsageError where the folder cannot be written.
 */
export function writeFiles(folder: string, files: readonly OutputFile[], date?: Date): void {
  const ordered = files.toSorted((first, second) => Number(isBundle(first)) - Number(isBundle(second)));
  const aside = ordered.map((file) => ({ file, temporary: join(folder, `.${file.name}.${process.pid}.tmp`) }));
  const made = missingFolders(folder);
  try {
    makeFolder(folder);
    const blocked = ordered.find(({ name }) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory());
    if (blocked !== undefined) throw new UsageError(`cannot write ${join(folder, blocked.name)}: it is a folder`);
    for (const { file, temporary } of aside) {
      writeOne(file, temporary);
      if (date !== undefined) utimesSync(temporary, date, date);
    }
    for (const { file, temporary } of aside) renameSync(temporary, join(folder, file.name));
    if (date !== undefined) dateFolders([folder, ...made], date);
  } catch (error) {
    for (const { temporary } of aside) removeQuietly(temporary);
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write to ${folder}: ${reason(error)}`);
  }
}

/** The same mode whatever the umask is: a build is the same everywhere. Who may see it, the folder's mode says. */
function writeOne(file: OutputFile, path: string): void {
  if (file.kind === "copy") copyFileSync(file.from, path);
  else writeFileSync(path, file.text);
  chmodSync(path, file.executable ? 0o755 : 0o644);
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

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // the folder is not there, or cannot be written: then nothing was
  }
}

function isBundle({ name }: OutputFile): boolean {
  return name.endsWith(".mjs");
}
