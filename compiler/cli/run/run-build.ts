import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { type BuildOptions, buildPlan, obstacles } from "../../compile.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { LineIndex } from "../../nouns/lines.ts";
import type { Plan } from "../../nouns/plan.ts";
import { checkPlatform } from "../build/check-platform.ts";
import { dropBundle, hashesOf, isWhole } from "../shared/bundle-cache.ts";
import { checkSources, sayFindings } from "../shared/check-at.ts";
import type { Context } from "../shared/context.ts";
import { folderInRepository } from "../shared/folder-in-repository.ts";
import { isAlive } from "../shared/leftovers.ts";
import { makeFolder } from "../shared/make-folder.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import { writeFiles } from "../shared/write-files.ts";
import { emitFailure, type Failure } from "./run-events.ts";

const doesNotCompile = 3;
const keptFor = 30 * 24 * 3_600_000;

/** What a run needs of a build. */
export interface Built {
  readonly files: readonly OutputFile[];
  /** Scripts that have become a part of it, from the workflow's folder. */
  readonly scripts: readonly string[];
}

/** How a run is built. */
interface RunBuild {
  readonly argv: readonly string[];
  readonly journal?: boolean;
  /** True for errors that have been said. */
  readonly isSaid?: (errors: readonly Diagnostic[]) => boolean;
}

/** Builds the workflow for `run`. Where it does not compile: its errors, or with `--events` one event, and exit code 3. */
export async function buildForRun(
  sources: WorkflowSources,
  { argv, journal = false, isSaid }: RunBuild,
  context: Context,
): Promise<Built | number> {
  const checked = await checkSources(sources, context);
  const { plan, name, scripts } = checked;
  if (plan !== undefined) {
    checkPlatform([plan], { platform: undefined, executable: false });
    return { files: await buildRunnable(plan, { journal }, context), scripts };
  }
  const errors = obstacles(checked);
  if (isSaid?.(errors)) return doesNotCompile;
  if (!argv.includes("--events")) await sayErrors(errors, context);
  await emitFailure(compileFailure(name, errors), argv, context);
  return doesNotCompile;
}

/** Says the errors; under GitHub Actions they are annotations too. */
async function sayErrors(errors: readonly Diagnostic[], context: Context): Promise<void> {
  sayFindings(errors, context);
  if (context.environment["GITHUB_ACTIONS"] !== "true") return;
  const { formatGithub } = await import("../../report/github.ts");
  context.say(formatGithub(errors, folderInRepository(context)).trimEnd());
}

/** The files of a bundle that is only run here. */
export async function buildRunnable(
  plan: Plan,
  options: Pick<BuildOptions, "journal" | "decisions">,
  { packageFolder, version, build }: Context,
): Promise<readonly OutputFile[]> {
  const files = await buildPlan(plan, {
    minify: false,
    sourcemap: false,
    platform: undefined,
    packageFolder,
    compilerVersion: version,
    compilerBuild: build,
    ...options,
  });
  return files.flatMap((file) =>
    /\.(?:d\.mts|licenses\.txt)$/.test(file.name)
      ? []
      : [file.name.endsWith(".mjs") ? { ...file, name: "workflow.mjs" } : file],
  );
}

/**
 * Puts a build into the cache: written aside, then renamed as a whole, so that of two runs that start together each
 * finds a whole bundle. What is in its place is one that another run has put there meanwhile, or does not hold. False
 * where there is no cache, or it cannot be written.
 */
export function keepInCache(folder: string | undefined, files: readonly OutputFile[]): boolean {
  if (folder === undefined) return false;
  try {
    makeFolder(dirname(folder), 0o700);
    dropOld(dirname(folder));
    const write = (aside: string): void => writeFiles(aside, [...files, hashesOf(files)]);
    putInPlace([{ path: folder, write, keeps: isWhole }]);
    return true;
  } catch {
    return false;
  }
}

function dropOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const leftBy = /\.(\d+)\.(?:flowc-)?tmp$/.exec(name)?.[1];
    const isLeft = leftBy !== undefined && !isAlive(Number(leftBy));
    if (isLeft || Date.now() - stat.mtimeMs > keptFor) dropBundle(path);
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
