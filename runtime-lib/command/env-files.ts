import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { InvalidInput } from "../run/errors.ts";
import { systemWords } from "./write.ts";

/**
 * Adds to the process's environment what these files say, as Node reads such files: what is set already stays, of several
 * files the later one counts. Throws InvalidInput for one that cannot be read.
 */
export function loadEnvFiles(paths: readonly string[]): void {
  const given = Object.assign({}, ...paths.map((path) => parseEnv(read(path))));
  for (const [name, value] of Object.entries<string>(given)) process.env[name] ??= value;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = systemWords(error as Error).replace(/, \w+ '.*$/, "");
    throw new InvalidInput("preflight", `cannot read the env file ${path}: ${why}`);
  }
}
