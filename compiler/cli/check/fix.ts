import { accessSync, chmodSync, constants, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import type { Checked } from "../../compile.ts";
import type { Linters } from "../../languages/lint/linters.ts";
import type { Diagnostic } from "../../nouns/diagnostic.ts";
import { LineIndex } from "../../nouns/lines.ts";
import type { Source } from "../../nouns/source.ts";
import { visible } from "../../report/text.ts";
import { answersFolder } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { putInPlace } from "../shared/put-in-place.ts";
import { changeFor, type Fixes } from "./apply-fixes.ts";
import { fixWorkflow } from "./fix-workflow.ts";

/** Mends a workflow's files where flowc is sure how, says what it did, and gives what is left. */
export async function fixFiles(
  sources: WorkflowSources,
  context: Context,
  options: { readonly fixes: Fixes; readonly linters: Linters | undefined },
): Promise<Checked> {
  const kept = answersFolder(context);
  const { checked, fixed, changes } = await fixWorkflow(sources, context.packageFolder, { ...options, kept });
  writeTexts(new Map([...changes].map(([source, text]) => [{ ...fileOf(source, sources), source }, text])));
  if (fixed.length > 0) context.say(`${fixed.map(line).join("\n")}\n${summary(fixed.length, changes.size)}\n`);
  return checked;
}

interface Target {
  readonly path: string;
  readonly source: Source;
}

function fileOf({ name }: Source, { folder }: WorkflowSources): { readonly path: string } {
  return { path: join(folder, name) };
}

/** Places are those at the time of the fix: earlier ones may have moved them. */
function line(fixed: Diagnostic): string {
  const { code, span, message } = fixed;
  // What was made is the suggestion only where there is no fix.
  const change = changeFor(fixed, "unsafe");
  const { line: number, column } = new LineIndex().at(span.source, span.start);
  return visible(`${span.source.path}:${number}:${column}: fixed: ${message}: ${change?.message ?? ""} [${code}]`);
}

function summary(problems: number, files: number): string {
  return `fixed ${count(problems, "problem")} in ${count(files, "file")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Nobody sees half of the fixes. Links are followed: what they lead to is written. */
function writeTexts(texts: ReadonlyMap<Target, string>): void {
  putInPlace(
    [...texts].map(([target, text]) => ({
      path: realPath(target),
      write: (aside) => writeAside(target, text, aside),
    })),
  );
}

function realPath({ path, source }: Target): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new UsageError(`cannot write ${source.path}: ${reason(error)}`);
  }
}

function writeAside({ path, source }: Target, text: string, aside: string): void {
  try {
    const to = realpathSync(path);
    const { mode } = statSync(to);
    accessSync(to, constants.W_OK);
    if ((mode & 0o222) === 0) throw new UsageError(`cannot write ${source.path}: the file is read-only`);
    const bytes = readFileSync(to);
    if (new TextDecoder().decode(bytes) !== source.text) {
      throw new UsageError(`cannot write ${source.path}: it has changed since it was read`);
    }
    writeFileSync(aside, `${hasMark(bytes) ? "\ufeff" : ""}${text}`, { flag: "wx" });
    chmodSync(aside, mode & 0o7777);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write ${source.path}: ${reason(error)}`);
  }
}

/** Whether the bytes begin with a byte order mark, which is not part of the text. */
function hasMark(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from("\ufeff"));
}
