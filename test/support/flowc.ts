import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Root of the project. */
export const root = join(import.meta.dirname, "..", "..");

/** The built command. */
export const flowcProgram = join(root, "dist", "main.js");

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly node?: string;
  readonly stdin?: string;
  /** Called with the child as soon as it runs. */
  readonly started?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs a JavaScript program under the node that runs the tests, or another, and waits for its end. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions = {}): Promise<Outcome> {
  const { cwd = root, env = process.env, node = process.execPath, stdin } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [program, ...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdin.on("error", () => undefined).end(stdin ?? "");
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ stdout, stderr, code, signal }));
    options.started?.(child);
  });
}

/** Where tests keep bundles that they build to run. */
export const testCache = join(tmpdir(), "flowc-test-cache");

/** Runs flowc with a cache of its own, so that tests see each other's builds but never a user's. */
export function flowc(args: readonly string[], options: ProgramOptions = {}): Promise<Outcome> {
  const env = {
    ...process.env,
    GITHUB_ACTIONS: "",
    XDG_CACHE_HOME: testCache,
    ...options.env,
  };
  return runProgram(flowcProgram, args, { ...options, env });
}

/** A folder that is removed when the scope that holds it ends: `using folder = temporaryFolder()`. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "flowc-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The events of a stream; throws for a line that is no JSON. */
export function eventsOf(stream: string): readonly Record<string, unknown>[] {
  const lines = stream.split("\n");
  if (lines.pop() !== "") throw new Error("the stream does not end with a line end");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
