import { dirname, relative, resolve } from "node:path";
import { displayPath, slashes } from "../../1-load/display-path.ts";
import { kindOf, reason, workflowAt } from "../../1-load/find-files.ts";
import { findTests, isTestFile, testedWorkflow, testsOfWorkflow } from "../../1-load/find-tests.ts";
import { readText } from "../../1-load/read-file.ts";
import { readYaml } from "../../1-load/read-yaml.ts";
import { parseTestFile } from "../../2-parse/parse-test-file.ts";
import type { Checked } from "../../compile.ts";
import { collector } from "../../nouns/collector.ts";
import type { Diagnostic, Report } from "../../nouns/diagnostic.ts";
import { type Source, span } from "../../nouns/source.ts";
import type { TestFileSyntax } from "../../nouns/test-case.ts";
import { type Selected, selectFindings, type Wishes } from "../../select/select.ts";
import { checkTests } from "../../testing/check/check-tests.ts";
import { type Context, UsageError } from "./context.ts";

/** A file of tests that has been read. */
export interface ReadTestFile {
  /** Absolute. */
  readonly path: string;
  readonly source: Source;
  /** Undefined where it cannot be run: `found` says why. */
  readonly syntax: TestFileSyntax | undefined;
  readonly found: readonly Diagnostic[];
  /** The folder or file of the workflow that it tests, absolute; undefined where there is none. */
  readonly workflow: string | undefined;
  readonly wishes: Wishes;
}

/** The files of tests that the arguments of `flowc test` stand for. Throws UsageError where one stands for none. */
export function testPaths(given: readonly string[], { workingFolder }: Context): readonly string[] {
  const found = given.flatMap((path) => pathsAt(resolve(workingFolder, path), path));
  return [...new Set(found)];
}

function pathsAt(path: string, shown: string): readonly string[] {
  try {
    if (kindOf(path) === "missing") throw new UsageError(`no such file or folder: ${shown}`);
    const isWorkflow = kindOf(path) === "file" && !isTestFile(path);
    const found = isWorkflow ? testsOfWorkflow(dirname(workflowAt(path) ?? path)) : findTests(path);
    if (found.length === 0) throw new UsageError(`no tests (*.test.yaml) in ${shown}`);
    return found;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
}

/** Reads and parses a file of tests. Throws UsageError where it cannot be read. */
export function readTests(path: string, { workingFolder }: Context): ReadTestFile {
  const shown = displayPath(path, workingFolder);
  const source = { path: shown, name: slashes(relative(dirname(path), path)), text: textOf(path, shown) };
  const { found, report } = collector();
  const loaded = readYaml(source, report);
  const syntax = parseTestFile(loaded, report);
  const workflow = workflowOf(path, syntax, report);
  const { documents, ignores } = loaded;
  return { path, source, syntax, found, workflow, wishes: { documents, ignores } };
}

/** What is wrong in a file of tests: by itself, and where there is a plan held against its workflow. */
export function findingsOfTests(
  { syntax, found, wishes }: ReadTestFile,
  { plan, levels }: Partial<Pick<Checked, "plan" | "levels">> = {},
): Selected {
  const { found: ofWorkflow, report } = collector();
  if (syntax !== undefined && plan !== undefined) checkTests(syntax, plan, report);
  return selectFindings([...found, ...ofWorkflow], { ...wishes, ...(levels && { levels }) });
}

/** Reports `test-workflow` where there is none. */
function workflowOf(path: string, syntax: TestFileSyntax | undefined, report: Report): string | undefined {
  const said = syntax?.workflow;
  const workflow = testedWorkflow(path, said?.value);
  if (isWorkflow(workflow)) return workflow;
  if (syntax !== undefined) {
    const at = said?.span ?? span(syntax.source, 0, 0);
    const what =
      said === undefined ? "there is no workflow beside this file" : `there is no workflow at "${said.value}"`;
    report("test-workflow", at, what, { help: "workflow: names a file or a folder, from this file" });
  }
  return undefined;
}

function isWorkflow(path: string): boolean {
  try {
    return workflowAt(path) !== undefined;
  } catch {
    return false;
  }
}

function textOf(path: string, shown: string): string {
  try {
    const { text, problem } = readText(path);
    if (problem !== undefined) throw new UsageError(`cannot read ${shown}: ${problem}`);
    return text;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`cannot read ${shown}: ${reason(error)}`);
  }
}
