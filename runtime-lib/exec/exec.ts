import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { type FailureDetails, FlowError, RunTimeout } from "../run/errors.ts";
import type { StepContext } from "../run/step-context.ts";
import { throughEffects } from "../run/through-effects.ts";
import { formatDuration, startTimer } from "../run/timer.ts";
import { traceVariables } from "../run/trace.ts";
import { text } from "../run/values.ts";
import type { ChildSpec, StartChild } from "./child.ts";
import { type Collected, collect } from "./collect.ts";
import { exitError, startError } from "./errors.ts";
import { evidence } from "./evidence.ts";
import { ExecOutput, type Written } from "./output.ts";
import { killTree, newTaskId, type ProcessTree, releaseTree, trackTree } from "./process-tree.ts";
import { type ShellOptions, shellSpec } from "./shell.ts";

/** esbuild define, so that a POSIX bundle holds no execa; absent when running from source. */
declare const FLOWC_TARGET_WINDOWS: boolean;

/** The `exec` block of a resource, expressions filled in (spec section 4, service.md "Exec resource"). */
export interface ExecOptions extends ShellOptions {
  /** A script for the shell; with `args` and no whitespace in it, a program that is started without one. */
  readonly command: string;
  /** The program's arguments, or `$1…` of the script. */
  readonly args?: readonly string[] | undefined;
  /** Its standard input: text as it is, all else as JSON; empty where it is nil or absent. */
  readonly stdin?: unknown;
  readonly workingDir?: string | undefined;
  /** Laid over `step.environment`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds, also beyond 2^31; none by default. */
  readonly timeoutMs?: number | undefined;
  /** Bytes for each of stdout and stderr; 64 MiB by default, at most what fits a string (512 MiB). */
  readonly maxOutputBytes?: number | undefined;
  /** Whether an exit code other than 0 fails the step or is a result. */
  readonly failOnNonZero: boolean;
}

/** What a command left behind: output decoded as UTF-8 (all else becomes U+FFFD), one final newline stripped. */
export interface ExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** exitCode is 0. */
  readonly success: boolean;
}

/** What bounds a child, and whether its exit code is a result. */
export type ChildLimits = Pick<ExecOptions, "timeoutMs" | "maxOutputBytes" | "failOnNonZero">;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** How a child ended, and what it wrote. */
export interface ChildEnd extends Ended {
  readonly stdout: Written;
  readonly stderr: Written;
}

interface Supervised extends Collected {
  readonly tree: ProcessTree;
  readonly evidence: () => FailureDetails;
}

/**
 * Runs a command to its end, which is when it has exited and its output is closed (a background job that keeps stdout
 * open is waited for, as `$(…)` does). The child finds a task id in `FLOWC_TASK`, by which its descendants are found.
 * Rejects with a FlowError: tool_runtime (non-zero exit under `failOnNonZero`; 126, 127, death by signal, program not
 * found, arguments too long, NUL, too much output), timeout, infra (workingDir, no more processes, files or memory), or
 * with `step.signal.reason`. On timeout, abort and too much output the whole process tree is gone before it rejects.
 */
export async function exec(step: StepContext, options: ExecOptions): Promise<ExecResult> {
  const spec = childSpec(options);
  const end = await throughEffects(step, { kind: "exec", request: options }, (context) =>
    endOf(step, { ...spec, env: { ...traceVariables(context), ...spec.env } }, options),
  );
  return childResult(end, spec, options);
}

/** Runs a child to its end, as `exec` does, but always for real. Its environment is laid over `step.environment`. */
export async function runChild(step: StepContext, spec: ChildSpec, limits: ChildLimits): Promise<ExecResult> {
  return childResult(await endOf(step, spec, limits), spec, limits);
}

/** What a child that has ended left behind. Throws a FlowError where its end is a failure. */
export function childResult(end: ChildEnd, spec: ChildSpec, { failOnNonZero }: ChildLimits): ExecResult {
  const { code, signal, stdout, stderr } = end;
  const error = exitError({ code, signal, failOnNonZero, evidence: () => evidence(spec, stdout, stderr) });
  if (error !== undefined) throw error;
  return { stdout: stdout.text(), stderr: stderr.text(), exitCode: code ?? 0, success: code === 0 };
}

/** Starts a child and waits for its end. */
export function endOf(step: StepContext, spec: ChildSpec, limits: ChildLimits): Promise<ChildEnd> {
  // Spelled out in the `if`, and with && and ||: also without minifying esbuild then sees that the import is dead.
  if (
    (typeof FLOWC_TARGET_WINDOWS === "undefined" && process.platform === "win32") ||
    (typeof FLOWC_TARGET_WINDOWS !== "undefined" && FLOWC_TARGET_WINDOWS)
  ) {
    return import("./windows.ts").then(({ startWithExeca }) => runWith(startWithExeca, step, spec, limits));
  }
  return runWith(startDirectly, step, spec, limits);
}

/** `exec` with a given way to start the child; results and errors do not depend on it. */
export async function execWith(start: StartChild, step: StepContext, options: ExecOptions): Promise<ExecResult> {
  const spec = childSpec(options);
  return childResult(await runWith(start, step, spec, options), spec, options);
}

async function runWith(
  start: StartChild,
  step: StepContext,
  { env, ...given }: ChildSpec,
  limits: ChildLimits,
): Promise<ChildEnd> {
  step.signal.throwIfAborted();
  const taskId = newTaskId();
  // A flowc inside a task keeps the outer id, so that the outer one finds the inner one's children too.
  const cookie = `${step.environment["FLOWC_TASK"] ?? ""}/${taskId}`;
  const cwd = step.effects?.folder === undefined ? given.cwd : resolve(step.effects.folder, given.cwd ?? "");
  const spec = { ...given, cwd, env: { ...step.environment, ...env, FLOWC_TASK: cookie } };
  let child: ChildProcess;
  try {
    const started = start(spec);
    // The plain path loses no turn, so that this process cannot exit between start and track.
    child = started instanceof Promise ? await started : started;
  } catch (error) {
    throw startError(error, spec);
  }
  const tree = trackTree(child, taskId);
  // A child that reads none of it, or ends before, is not a failure.
  child.stdin?.on("error", () => undefined).end(spec.input);
  const stdout = new ExecOutput("stdout", limits.maxOutputBytes);
  const stderr = new ExecOutput("stderr", limits.maxOutputBytes);
  const left = () => evidence(spec, stdout, stderr);
  const run = { child, tree, stdout, stderr, evidence: left, onLine: step.onLine };
  try {
    return { ...(await supervise(run, step.signal, limits.timeoutMs)), stdout, stderr };
  } finally {
    releaseTree(tree);
  }
}

/** Starts a child through `node:child_process` alone. */
export function startDirectly({ program, args, cwd, env, input }: ChildSpec): ChildProcess | Promise<ChildProcess> {
  const child = spawn(program ?? "/bin/sh", args, {
    // The name by which sh prefixes its error messages.
    argv0: program ?? "sh",
    cwd,
    env,
    detached: process.platform !== "win32",
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  if (child.pid !== undefined) return child;
  return new Promise((_, reject) => child.once("error", reject));
}

function childSpec({ command, args, stdin, workingDir, env = {}, ...shell }: ExecOptions): ChildSpec {
  const around = { cwd: workingDir, env, input: (stdin ?? null) === null ? undefined : text(stdin) };
  if (args !== undefined && /^\S+$/.test(command)) return { ...around, program: command, args, ownArgs: 0 };
  return { ...around, ...shellSpec(command, args ?? [], shell) };
}

/** Waits for the child's end; rejects once its tree is gone when the time is up, the run ends or an output is too long. */
function supervise(run: Supervised, runSignal: AbortSignal, timeoutMs: number | undefined): Promise<Ended> {
  const { child, tree, evidence } = run;
  return new Promise((settle, reject) => {
    let failing = false;
    const release = () => {
      cancelTimer();
      runSignal.removeEventListener("abort", onAbort);
    };
    const fail = (makeReason: () => unknown) => {
      if (failing) return;
      failing = true;
      release();
      killTree(tree)
        .then(() => closed(child))
        .then(() => reject(makeReason()));
    };
    const failure = (kind: "timeout" | "tool_runtime" | "infra", message: string) => () =>
      new FlowError(kind, message, { ...evidence(), exitCode: child.exitCode });
    const onAbort = () => fail(() => withEvidence(runSignal.reason, evidence));
    const cancelTimer = startTimer(timeoutMs, () =>
      fail(failure("timeout", `timed out after ${formatDuration(timeoutMs ?? 0)}`)),
    );
    runSignal.addEventListener("abort", onAbort);
    collect(run, (kind, message) => fail(failure(kind, message)));
    child.on("close", (code: number | null, signal: NodeJS.Signals | null) => {
      if (failing) return;
      release();
      forget(child);
      settle({ code, signal });
    });
    if (runSignal.aborted) onAbort();
  });
}

/** Where the time of the run is up, its failure shows what this child was doing. */
function withEvidence(reason: unknown, evidence: () => FailureDetails): unknown {
  if (!(reason instanceof RunTimeout)) return reason;
  return new RunTimeout(reason.failureClass, reason.message, { ...reason.details, ...evidence() });
}

/**
 * Takes the listeners off a child that has ended. V8's small collections keep the handles of processes, and so what
 * listens to them: a run with all its values. A server's memory would grow, and with it the time that a start takes.
 */
function forget(child: ChildProcess): void {
  for (const emitter of [child, child.stdin, child.stdout, child.stderr]) emitter?.removeAllListeners();
}

/**
 * Lets go of a child whose tree is gone: its last words are read and its exit code is known within a moment, but
 * somebody out of reach may hold its pipes for ever, and an unkillable child must not keep this process alive.
 */
function closed(child: ChildProcess): Promise<void> {
  return new Promise((gone) => {
    const letGo = () => {
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.unref();
      gone();
    };
    const timer = setTimeout(letGo, DRAIN_MS);
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended && child.stdout?.closed && child.stderr?.closed) letGo();
    else child.once("close", letGo);
  });
}

/** Milliseconds for the last output of a tree that was killed. */
const DRAIN_MS = 200;
