import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** A package that is installed beside a workflow or flowc. */
export interface FoundPackage {
  /** Its main module, absolute. */
  readonly module: string;
  /** Its folder. */
  readonly folder: string;
  readonly version: string;
}

/** Looks for a package as Node does from each of these folders; undefined where none leads to it. */
export function findPackage(name: string, folders: readonly string[]): FoundPackage | undefined {
  for (const start of folders) {
    const { resolve } = createRequire(join(start, "package.json"));
    for (const above of resolve.paths(name) ?? []) {
      const folder = join(above, name);
      try {
        const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
        return { module: resolve(name), folder, version };
      } catch {
        // not there
      }
    }
  }
  return undefined;
}
