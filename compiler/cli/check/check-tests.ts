import { resolve } from "node:path";
import { kindOf } from "../../1-load/find-files.ts";
import { isTestFile, testsOfWorkflow } from "../../1-load/find-tests.ts";
import type { Checked } from "../../compile.ts";
import { sortDiagnostics } from "../../nouns/sort-diagnostics.ts";
import type { Selected } from "../../select/select.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { findingsOfTests, readTests } from "../shared/read-tests.ts";

/** What is reported of a workflow, with what is wrong in the files of its tests: those beside it, and these. */
export function withTests<Found extends Pick<Checked, keyof Selected | "plan" | "levels">>(
  checked: Found,
  { folder, given }: { readonly folder: string; readonly given: readonly string[] },
  context: Context,
): Found {
  const beside = testsOfWorkflow(folder);
  const others = given.filter((path) => !beside.includes(path) && readTests(path, context).workflow === folder);
  const found = [...beside, ...others].map((path) => findingsOfTests(readTests(path, context), checked));
  if (found.length === 0) return checked;
  return {
    ...checked,
    diagnostics: sortDiagnostics([...checked.diagnostics, ...found.flatMap(({ diagnostics }) => diagnostics)]),
    silenced: [...checked.silenced, ...found.flatMap(({ silenced }) => silenced)],
  };
}

/** The files of tests among the arguments of a command, absolute. */
export function givenTests(positionals: readonly string[], { workingFolder }: Context): readonly string[] {
  const paths = positionals.map((path) => resolve(workingFolder, path));
  return paths.filter((path) => isTestFile(path) && isFile(path));
}

/** The workflow that a file of tests is about; undefined for other files. Throws UsageError where there is none. */
export function testedBy(given: string, context: Context): string | undefined {
  const [path] = givenTests([given], context);
  if (path === undefined) return undefined;
  const { workflow } = readTests(path, context);
  if (workflow === undefined) throw new UsageError(`there is no workflow that ${given} tests`);
  return workflow;
}

function isFile(path: string): boolean {
  try {
    return kindOf(path) === "file";
  } catch {
    return false;
  }
}
