import { type Dirent, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { kindOf } from "./find-files.ts";

const testFile = /\.test\.ya?ml$/;

/** True for the name of a file of tests. */
export function isTestFile(path: string): boolean {
  return testFile.test(basename(path));
}

/** The files of tests at a path: itself, or all below a folder, sorted. Hidden folders, node_modules and dist are skipped. */
export function findTests(path: string): readonly string[] {
  if (kindOf(path) === "folder") return filesBelow(path, () => true).sort();
  return isTestFile(path) ? [path] : [];
}

/** The files of tests of the workflow in this folder, sorted: those beside it and those in tests/. */
export function testsOfWorkflow(folder: string): readonly string[] {
  const beside = filesBelow(folder, () => false);
  const tests = join(folder, "tests");
  return [...beside, ...(kindOf(tests) === "folder" ? filesBelow(tests, () => true) : [])].sort();
}

/** The workflow that a file of tests is about, absolute: what it says, else the folder it is in, or that above tests/. */
export function testedWorkflow(file: string, said: string | undefined): string {
  const folder = dirname(file);
  if (said !== undefined) return join(folder, said);
  return basename(folder) === "tests" ? dirname(folder) : folder;
}

function filesBelow(folder: string, enters: (entry: Dirent) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (testFile.test(entry.name) && !entry.isDirectory()) return [path];
    const isSearched = entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name) && enters(entry);
    return isSearched ? filesBelow(path, enters) : [];
  });
}
