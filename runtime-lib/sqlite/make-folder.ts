import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, with mode 0700. Not by `recursive: true`: where the system refuses with ENOENT, as
 * under /proc, that never returns. Folders above are looked at only where they may be missing, as a sandbox does not show
 * them. Throws the system's error.
 */
export function makeFolder(path: string): void {
  const parent = dirname(path);
  if (existsSync(path) || parent === path) return;
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (existsSync(path)) return; // another process came first
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
