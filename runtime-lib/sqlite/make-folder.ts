import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, with mode 0700. Not by `recursive: true`: where the system refuses with ENOENT, as
 * under /proc, that never returns. Throws the system's error.
 */
export function makeFolder(path: string): void {
  const parent = dirname(path);
  if (existsSync(path) || parent === path) return;
  makeFolder(parent);
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    if (!existsSync(path)) throw error; // else another process came first
  }
}
