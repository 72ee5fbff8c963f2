import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reason } from "../1-load/find-files.ts";
import type { OutputFile } from "../5-bundle/bundle.ts";
import { makeExecutable, UnfitNode } from "../6-ship/executable.ts";
import { type BuildOptions, buildPlan, bundleName } from "../compile.ts";
import type { Plan } from "../plan.ts";
import { UsageError } from "./context.ts";

/** Makes the executable of each workflow and hands them all to `write`; they lie in a temporary folder until then. */
export async function withExecutables(
  plans: readonly Plan[],
  options: BuildOptions,
  write: (files: readonly OutputFile[]) => void,
): Promise<void> {
  let temporary: string | undefined;
  try {
    temporary = mkdtempSync(join(tmpdir(), "flowc-exe-"));
    const made: OutputFile[] = [];
    // One after the other: each takes much memory.
    for (const [index, plan] of plans.entries()) {
      const files = await buildPlan(plan, { ...options, sourcemap: false, executable: true });
      const input = { fileName: bundleName(plan.name), files, folder: join(temporary, String(index)) };
      made.push(await makeExecutable(input));
    }
    write(made);
  } catch (error) {
    if (error instanceof UnfitNode) throw new UsageError(error.message);
    if (error instanceof Error && "syscall" in error)
      throw new UsageError(`cannot make executables in ${tmpdir()}: ${reason(error)}`);
    throw error;
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}
