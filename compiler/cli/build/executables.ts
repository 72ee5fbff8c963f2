import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reason } from "../../1-load/find-files.ts";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { executableName, isOfSystem, makeExecutable, UnfitNode } from "../../6-ship/executable.ts";
import { nodeLicense } from "../../6-ship/node-license.ts";
import { type BuildOptions, buildPlan, bundleName } from "../../compile.ts";
import type { Plan } from "../../nouns/plan.ts";
import { UsageError } from "../shared/context.ts";
import { sweepFolders } from "../shared/leftovers.ts";

/** How executables are built, and the files that will lie beside them. */
export interface ExecutableBuild {
  readonly options: BuildOptions;
  readonly beside: readonly OutputFile[];
}

/** Makes the executable of each workflow and hands them all to `write`; they lie in a temporary folder until then. */
export async function withExecutables(
  plans: readonly Plan[],
  { options, beside }: ExecutableBuild,
  write: (files: readonly OutputFile[]) => void,
): Promise<void> {
  const { execPath, versions } = process;
  const { packageFolder } = options;
  const license = nodeLicense({ execPath: realpathSync(execPath), version: versions.node, packageFolder });
  refuseTakenNames(plans, [...beside, license]);
  await withTemporaryFolder(async (folder) => {
    const made: OutputFile[] = [];
    // One after the other: each takes much memory.
    for (const [index, plan] of plans.entries()) {
      const files = await buildPlan(plan, { ...options, sourcemap: false, executable: true });
      made.push(await make({ fileName: bundleName(plan.name), files, folder: join(folder, String(index)) }));
    }
    write([...made, license]);
  });
}

/** A workflow may be called like a file of the build: Dockerfile, or another one's bundle. */
function refuseTakenNames(plans: readonly Plan[], beside: readonly OutputFile[]): void {
  for (const plan of plans) {
    const name = executableName(bundleName(plan.name));
    if (!beside.some((file) => file.name === name)) continue;
    throw new UsageError(`the executable of ${plan.source.path} would be written as ${name}, like another file`);
  }
}

async function make(input: Parameters<typeof makeExecutable>[0]): Promise<OutputFile> {
  try {
    return await makeExecutable(input);
  } catch (error) {
    if (error instanceof UnfitNode) throw new UsageError(error.message);
    throw isOfSystem(error) ? unusable(error) : error;
  }
}

const prefix = "flowc-exe-";
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Hundreds of megabytes: it goes at a signal too. */
async function withTemporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  let folder: string;
  try {
    sweepFolders(tmpdir(), prefix);
    folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  } catch (error) {
    throw unusable(error);
  }
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const leave = (signal: NodeJS.Signals): void => {
    remove();
    process.removeListener(signal, leave);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, leave);
  try {
    await use(folder);
  } finally {
    for (const signal of signals) process.removeListener(signal, leave);
    remove();
  }
}

function unusable(error: unknown): UsageError {
  return new UsageError(`cannot make executables in ${tmpdir()}: ${reason(error)}; set TMPDIR to another folder`);
}
