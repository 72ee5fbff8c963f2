import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Adds to the process's environment what these files say, as Node reads such files: what is set already stays, of several
 * files the later one counts. Throws the system's error for one that cannot be read.
 */
export function loadEnvFiles(paths: readonly string[]): void {
  const given = Object.assign({}, ...paths.map((path) => parseEnv(readFileSync(path, "utf8"))));
  for (const [name, value] of Object.entries<string>(given)) process.env[name] ??= value;
}
