import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventWriter } from "../../runtime-lib/events.ts";
import { emitter } from "../../runtime-lib/run-state.ts";
import type { WorkflowSources } from "../1-load/load.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { buildPlan, checkWorkflow } from "../compile.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { LineIndex } from "../lines.ts";
import { formatText } from "../report/text.ts";
import { type Context, say, wantsColor } from "./context.ts";
import { makeFolder } from "./make-folder.ts";
import { writeFiles } from "./write-files.ts";

const doesNotCompile = 3;
const keptFor = 30 * 24 * 3_600_000;

/** Builds the workflow for `run`. Where it does not compile: its errors, or with `--events` one event, and exit code 3. */
export async function buildForRun(
  sources: WorkflowSources,
  argv: readonly string[],
  context: Context,
): Promise<readonly OutputFile[] | number> {
  const { diagnostics, plan, name } = checkWorkflow(sources, context.packageFolder);
  if (plan !== undefined) {
    const { packageFolder, version } = context;
    const files = await buildPlan(plan, {
      minify: false,
      sourcemap: false,
      platform: undefined,
      packageFolder,
      compilerVersion: version,
    });
    return files.flatMap((file) =>
      file.name.endsWith(".d.mts") ? [] : [file.name.endsWith(".mjs") ? { ...file, name: "workflow.mjs" } : file],
    );
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (argv.includes("--events")) await emitCompileFailure(name, errors);
  else say(formatText(errors, wantsColor()));
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
    rmSync(aside, { recursive: true, force: true });
    return statSync(folder, { throwIfNoEntry: false }) !== undefined;
  }
}

function dropOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > keptFor) rmSync(path, { recursive: true, force: true });
  }
}

async function emitCompileFailure(name: string, errors: readonly Diagnostic[]): Promise<void> {
  const lines = new LineIndex();
  const [first] = errors;
  const at = first && lines.at(first.span.source, first.span.start);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  const message =
    first && at
      ? `${first.span.source.path}:${at.line}:${at.column}: ${first.message} [${first.code}]${more}`
      : "the workflow does not compile";
  const writer = eventWriter(2);
  emitter(name, crypto.randomUUID(), writer.sink)?.("workflow.failed", { message, failureClass: "compile" });
  await writer.flush();
}
