import {
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { reason } from "../1-load/find-files.ts";
import type { WorkflowSources } from "../1-load/load.ts";
import type { Checked } from "../compile.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { LineIndex } from "../lines.ts";
import { visible } from "../report/text.ts";
import type { Source } from "../source.ts";
import { type Context, say, UsageError } from "./context.ts";
import { fixWorkflow } from "./fix-workflow.ts";

/** Mends a workflow's files where flowc is sure how, says what it did, and gives what is left. */
export function fixFiles(sources: WorkflowSources, context: Context): Checked {
  const { checked, mended, changes } = fixWorkflow(sources, context.packageFolder);
  writeTexts(new Map([...changes].map(([source, text]) => [{ ...fileOf(source, sources), source }, text])));
  if (mended.length > 0) say(`${mended.map(line).join("\n")}\n${summary(mended.length, changes.size)}\n`);
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
function line({ code, span, message, fix }: Diagnostic): string {
  const { line: number, column } = new LineIndex().at(span.source, span.start);
  return visible(`${span.source.path}:${number}:${column}: fixed: ${message}: ${fix?.message ?? ""} [${code}]`);
}

function summary(problems: number, files: number): string {
  return `fixed ${count(problems, "problem")} in ${count(files, "file")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Writes all texts aside and renames them only then: a reader never sees half a file, nor half of the fixes. */
function writeTexts(texts: ReadonlyMap<Target, string>): void {
  const aside: { readonly from: string; readonly to: string }[] = [];
  try {
    for (const [target, text] of texts) aside.push(writeAside(target, text));
    for (const { from, to } of aside) renameSync(from, to);
  } catch (error) {
    for (const { from } of aside) rmSync(from, { force: true });
    throw error;
  }
}

/** Links are followed: what they lead to is written. */
function writeAside({ path, source }: Target, text: string): { readonly from: string; readonly to: string } {
  let from: string | undefined;
  try {
    const to = realpathSync(path);
    const { mode } = statSync(to);
    accessSync(to, constants.W_OK);
    if ((mode & 0o222) === 0) throw new UsageError(`cannot write ${source.path}: the file is read-only`);
    const bytes = readFileSync(to);
    if (new TextDecoder().decode(bytes) !== source.text) {
      throw new UsageError(`cannot write ${source.path}: it has changed since it was read`);
    }
    from = join(dirname(to), `.${basename(to)}.${process.pid}.tmp`);
    writeFileSync(from, `${hasMark(bytes) ? "\ufeff" : ""}${text}`, { flag: "wx" });
    chmodSync(from, mode & 0o7777);
    return { from, to };
  } catch (error) {
    if (from !== undefined) rmSync(from, { force: true });
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot write ${source.path}: ${reason(error)}`);
  }
}

/** Whether the bytes begin with a byte order mark, which is no part of the text. */
function hasMark(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from("\ufeff"));
}
