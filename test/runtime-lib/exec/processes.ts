import { spawnSync } from "node:child_process";
import type { StartChild } from "../../../runtime-lib/exec/child.ts";
import { type ExecOptions, type ExecResult, execWith, startDirectly } from "../../../runtime-lib/exec/exec.ts";
import { startWithExeca } from "../../../runtime-lib/exec/windows.ts";
import type { StepContext } from "../../../runtime-lib/run/step-context.ts";

/** Both ways to start a child; every rule holds for both. */
export const starters: [string, StartChild][] = [
  ["spawn", startDirectly],
  ["execa", startWithExeca],
];

export const runtimeLib = new URL("../../../runtime-lib/", import.meta.url).href;

let tags = 0;

/** Seconds to sleep that no other process has in its command line, as a tag to find processes by. */
export function newTag(): string {
  tags += 1;
  return `97.${process.pid}${String(tags).padStart(3, "0")}`;
}

/** pids of living processes with the tag in their command line. */
export function tagged(tag: string): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=", "-o", "stat=", "-o", "args="], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line.includes(tag) && !/^\s*\d+\s+Z/.test(line));
  return lines.map((line) => Number.parseInt(line, 10));
}

/** Waits until that many processes carry the tag. */
export async function untilTagged(tag: string, count: number): Promise<void> {
  const deadline = performance.now() + 50_000;
  while (tagged(tag).length < count) {
    if (performance.now() > deadline) throw new Error(`${tagged(tag).length} of ${count} processes with ${tag}`);
    await sleep(20);
  }
}

/** Ends what a failed test left behind, and only that. */
export function killTagged(tag: string): void {
  for (const pid of tagged(tag)) process.kill(pid, "SIGKILL");
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

export function step(overrides: Partial<StepContext> = {}): StepContext {
  return { id: "task", signal: new AbortController().signal, environment: { ...process.env }, ...overrides };
}

export interface Failure {
  readonly failureClass: string;
  readonly message: string;
  readonly details: { readonly exitCode?: number | null; readonly stderr?: string };
}

/** Binds a starter; `failOnNonZero` is true unless said otherwise. */
export function runner(start: StartChild) {
  const run = (options: Partial<ExecOptions>, context: Partial<StepContext> = {}): Promise<ExecResult> =>
    execWith(start, step(context), { command: "", failOnNonZero: true, ...options });
  const failure = async (options: Partial<ExecOptions>, context: Partial<StepContext> = {}): Promise<Failure> => {
    const result = await run(options, context).catch((error: unknown) => ({ error }));
    if (!("error" in result)) throw new Error(`did not fail: ${JSON.stringify(result).slice(0, 300)}`);
    return result.error as Failure;
  };
  return { run, failure };
}

/** The parent's pid; 0 when the process has ended. */
export function processParent(pid: number): number {
  return Number(spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}
