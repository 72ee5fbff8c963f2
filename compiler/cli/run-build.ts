import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WorkflowSources } from "../1-load/load.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { buildPlan, checkWorkflow, obstacles } from "../compile.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { LineIndex } from "../lines.ts";
import { formatText } from "../report/text.ts";
import { checkPlatform } from "./check-platform.ts";
import { type Context, say, wantsColor } from "./context.ts";
import { makeFolder } from "./make-folder.ts";
import { emitFailure, type Failure } from "./run-events.ts";
import { writeFiles } from "./write-files.ts";

const doesNotCompile = 3;
const keptFor = 30 * 24 * 3_600_000;

/** What a run needs of a build. */
export interface Built {
  readonly files: readonly OutputFile[];
  /** Scripts that have become a part of it, from the workflow's folder. */
  readonly scripts: readonly string[];
}

/** Builds the workflow for `run`. Where it does not compile: its errors, or with `--events` one event, and exit code 3. */
export async function buildForRun(
  sources: WorkflowSources,
  argv: readonly string[],
  context: Context,
): Promise<Built | number> {
  const checked = checkWorkflow(sources, context.packageFolder);
  const { plan, name, scripts } = checked;
  if (plan !== undefined) {
    checkPlatform([plan], { platform: undefined, executable: false });
    const { packageFolder, version, build } = context;
    const files = await buildPlan(plan, {
      minify: false,
      sourcemap: false,
      platform: undefined,
      packageFolder,
      compilerVersion: version,
      compilerBuild: build,
    });
    const kept = files.flatMap((file) =>
      /\.(?:d\.mts|licenses\.txt)$/.test(file.name)
        ? []
        : [file.name.endsWith(".mjs") ? { ...file, name: "workflow.mjs" } : file],
    );
    return { files: kept, scripts };
  }
  const errors = obstacles(checked);
  if (!argv.includes("--events")) say(formatText(errors, wantsColor()));
  await emitFailure(compileFailure(name, errors), argv);
  return doesNotCompile;
}

/**
 * Puts a build into the cache: written aside, then renamed as a whole, so that of two runs that start together each
 * finds a whole bundle. False where the cache cannot be written.
 */
export function keepInCache(folder: string, files: readonly OutputFile[]): boolean {
  const aside = `${folder}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(folder), 0o700);
    dropOld(dirname(folder));
    writeFiles(aside, files);
    renameSync(aside, folder);
    return true;
  } catch {
    removeQuietly(aside);
    return existsSync(join(folder, "workflow.mjs"));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // where nothing may be removed, nothing was written
  }
}

function dropOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > keptFor) rmSync(path, { recursive: true, force: true });
  }
}

/** The first error as the message of an event; the others are counted. */
function compileFailure(name: string, errors: readonly Diagnostic[]): Failure {
  const [first] = errors;
  const at = first && new LineIndex().at(first.span.source, first.span.start);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const place =
    first && at ? `${first.span.source.path}:${at.line}:${at.column}: ${first.message} [${first.code}]` : "";
  return { name, message: `${place}${more}`, failureClass: "compile" };
}
