import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./flowc.ts";

/**
 * The program of a major version of Node: 24 comes with `npm ci`, the others where `npm run nodes` could install them.
 * 2213 is 22.13, the last one that is too old for flowc.
 */
export function nodeProgram(version: 18 | 20 | 2213 | 22 | 24 | 26): string | undefined {
  const folder =
    version === 24 ? join(root, "node_modules", "node") : join(root, "test", "nodes", "node_modules", `node${version}`);
  const program = join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(program) ? program : undefined;
}
