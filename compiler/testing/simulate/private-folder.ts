import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import type { SimulatedCase } from "../../nouns/test-case.ts";

/** Makes a folder for what a test runs for real, with the files of the test in it. The caller removes it. */
export function privateFolder({ files = {}, file }: SimulatedCase, testFolder: string): string {
  const folder = mkdtempSync(join(tmpdir(), "flowc-test-"));
  for (const [path, content] of Object.entries(files)) {
    const target = pathIn(folder, path);
    if (target !== undefined) writeFileSync(target, content);
  }
  const own = file === undefined || Object.hasOwn(files, file) ? undefined : pathIn(folder, file);
  if (file !== undefined && own !== undefined) copyFileSync(resolve(testFolder, file), own);
  return folder;
}

/** The place of a file in the folder; undefined for one that would be outside. */
function pathIn(folder: string, path: string): string | undefined {
  const target = resolve(folder, path);
  if (!target.startsWith(folder + sep)) return undefined;
  mkdirSync(dirname(target), { recursive: true });
  return target;
}
