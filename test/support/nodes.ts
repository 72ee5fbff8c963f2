import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./flowc.ts";

/** The program of another major version of Node, where `npm run nodes` could install it. */
export function nodeProgram(version: 18 | 20 | 22 | 26): string | undefined {
  const program = join(root, "test", "nodes", "node_modules", `node${version}`, "bin", "node");
  return existsSync(program) ? program : undefined;
}
