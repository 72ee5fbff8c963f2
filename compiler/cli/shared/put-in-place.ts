import { lstatSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { temporaryName } from "./leftovers.ts";

/** A file or a folder that is written whole or not at all. */
export interface Place {
  readonly path: string;
  /** Writes it under another name, beside its place. */
  readonly write: (aside: string) => void;
  /** Of a folder: whether what stands there may stay; without this it is replaced. */
  readonly keeps?: (standing: string) => boolean;
}

/**
 * Writes everything aside and renames it only then, in this order: a reader never sees half of a file or of a folder.
 * Where something fails, what lies aside is removed, with `isNew` also what has been put in its place; then it throws
 * what `write` or the system has thrown. With `isNew` no folder is replaced.
 */
export function putInPlace(places: readonly Place[], isNew = false): void {
  const pairs = places.map((place) => ({ ...place, aside: asideOf(place.path) }));
  const put: string[] = [];
  try {
    for (const { write, aside } of pairs) write(aside);
    for (const { path, aside, keeps } of pairs) {
      if (isNew) renameSync(aside, path);
      else move(aside, path, keeps);
      put.push(path);
    }
  } catch (error) {
    for (const { aside } of pairs) remove(aside);
    if (isNew) for (const path of put) remove(path);
    throw error;
  }
}

function asideOf(path: string): string {
  return join(dirname(path), temporaryName(basename(path)));
}

function move(aside: string, path: string, keeps: Place["keeps"]): void {
  try {
    renameSync(aside, path);
  } catch (error) {
    // No folder is renamed onto another, nor onto a file.
    if (!isFolder(aside) || lstatSync(path, { throwIfNoEntry: false }) === undefined) throw error;
    if (keeps?.(path)) remove(aside);
    else replace(aside, path);
  }
}

/** What stood there is put back where that fails. */
function replace(aside: string, path: string): void {
  const old = asideOf(`${path}.old`);
  renameSync(path, old);
  try {
    renameSync(aside, path);
  } catch (error) {
    renameSync(old, path);
    throw error;
  }
  remove(old);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // where nothing may be removed, nothing was written
  }
}
