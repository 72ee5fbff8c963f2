import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import type { Context } from "../shared/context.ts";

/**
 * Starts this flowc in a process of its own. Ctrl+C reaches all processes of a terminal's command: this one must get it once, from
 * whoever started it, for a second signal would end it before what it runs.
 */
export function startFlowc(
  args: readonly string[],
  { packageFolder, workingFolder, environment }: Context,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [join(packageFolder, "main.js"), ...args], {
    cwd: workingFolder,
    env: environment,
    stdio: "pipe",
    detached: process.platform !== "win32",
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8");
  child.stderr.setEncoding("utf8");
  return child;
}

/** Resolves to the exit code when the process has ended and all that it wrote has come; null where a signal ended it. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve) => {
    child.on("error", () => resolve(null)).on("close", resolve);
  });
}
