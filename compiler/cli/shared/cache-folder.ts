import { chmodSync, lstatSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "./context.ts";

/**
 * The folder for what flowc keeps from run to run: `$XDG_CACHE_HOME/flowc`, else `~/.cache/flowc`. Undefined where there
 * is no place for it: a user who is unknown to the system and has no HOME, or a folder whose content others decide. What
 * lies in it is run.
 */
export function findCacheFolder(environment: Environment): string | undefined {
  const { XDG_CACHE_HOME = "" } = environment;
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : besideHome();
  if (base === undefined) return undefined;
  const folder = join(base, "flowc");
  return isOwn(folder) && isOwn(join(folder, "bundles")) ? folder : undefined;
}

function besideHome(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? join(home, ".cache") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a folder is this user's alone, or is not there yet. Links are followed where they are the user's own. */
function isOwn(folder: string): boolean {
  // Windows keeps a user's folders from others by other means, and has no such numbers.
  if (process.getuid === undefined) return true;
  try {
    const link = lstatSync(folder, { throwIfNoEntry: false });
    if (link === undefined) return true;
    const stat = link.isSymbolicLink() ? statSync(folder) : link;
    if (!isMine(link) || !isMine(stat) || !stat.isDirectory() || (stat.mode & 0o022) !== 0) return false;
    if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return true;
  } catch {
    // A part of the path is not a folder, or cannot be looked into.
    return false;
  }
}

function isMine({ uid }: Stats): boolean {
  return uid === process.getuid?.();
}
