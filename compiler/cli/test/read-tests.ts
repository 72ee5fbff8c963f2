import { dirname, relative, resolve } from "node:path";
import { displayPath, slashes } from "../../1-load/display-path.ts";
import { kindOf, reason, workflowAt } from "../../1-load/find-files.ts";
import { findTests, isTestFile, testedWorkflow, testsOfWorkflow } from "../../1-load/find-tests.ts";
import { readText } from "../../1-load/read-file.ts";
import { readYaml } from "../../1-load/read-yaml.ts";
import { parseTestFile } from "../../2-parse/parse-test-file.ts";
import { collector } from "../../nouns/collector.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import type { Source } from "../../nouns/source.ts";
import type { TestFileSyntax } from "../../nouns/test-case.ts";
import { type Context, UsageError } from "../shared/context.ts";

/** A file of tests that has been read. */
export interface ReadTestFile {
  /** Absolute. */
  readonly path: string;
  readonly source: Source;
  /** Undefined where it cannot be run: `found` says why. */
  readonly syntax: TestFileSyntax | undefined;
  readonly found: readonly Diagnostic[];
  /** The folder or file of the workflow that it tests, absolute. */
  readonly workflow: string;
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
  const syntax = parseTestFile(readYaml(source, report), report);
  return { path, source, syntax, found, workflow: testedWorkflow(path, syntax?.workflow?.value) };
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
