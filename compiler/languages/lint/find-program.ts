import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** The path of a program that is in one of the absolute folders of a PATH; undefined where none has it. */
export function findProgram(name: string, searchPath: string): string | undefined {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  return searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
