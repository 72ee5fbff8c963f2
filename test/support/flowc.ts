import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { runCommandLine } from "../../compiler/cli/cli.ts";

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

/**
 * Runs flowc with a cache of its own, so that tests see each other's builds but never a user's. What `run` needs is built
 * in this process first, ten times as fast: the command finds it in the cache, unless its arguments forbid that.
 */
export async function flowc(args: readonly string[], options: ProgramOptions = {}): Promise<Outcome> {
  const [name, path, ...more] = args;
  const builds = name === "run" && path !== undefined && !more.some((one) => buildsAnew.includes(one));
  if (builds && !path.startsWith("-")) await flowcHere(["build", path, "--describe"], options);
  return runProgram(flowcProgram, args, { ...options, env: environmentOf(options) });
}

/** Options with which `run` uses no bundle of the cache. */
const buildsAnew: readonly string[] = ["--no-cache", "--watch", "--dry-run", "--help", "-h"];

/**
 * The same built command, run in the process of the test: twenty times as fast. For whatever needs no process of its own:
 * not for `run` and `mcp`, whose bundles write to the process's own streams, nor for signals, limits and broken pipes.
 */
export async function flowcHere(
  args: readonly string[],
  options: Pick<ProgramOptions, "cwd" | "env" | "stdin"> = {},
): Promise<Outcome> {
  const { cwd = root, stdin = "" } = options;
  const stdout: string[] = [];
  const stderr: string[] = [];
  const surroundings = {
    env: environmentOf(options),
    cwd: () => cwd,
    stdin: Readable.from([stdin]),
    stderr: new Writable({
      write: (chunk, _encoding, done) => {
        stderr.push(String(chunk));
        done();
      },
    }),
  };
  const output = {
    print: async (text: string) => void stdout.push(ended(text)),
    say: (text: string) => void stderr.push(ended(text)),
  };
  const run = await builtCommandLine();
  const code = await run(args, { packageFolder: join(root, "dist"), surroundings, output });
  return { stdout: stdout.join(""), stderr: stderr.join(""), code, signal: null };
}

function environmentOf({ env }: ProgramOptions): NodeJS.ProcessEnv {
  return { ...process.env, GITHUB_ACTIONS: "", FLOWC_LINTERS: "off", XDG_CACHE_HOME: testCache, ...env };
}

/** What dist/main.js loads: the module has a hash in its name. */
async function builtCommandLine(): Promise<typeof runCommandLine> {
  const file = /import\("(\.\/chunks\/cli-[^"]+)"\)/.exec(readFileSync(flowcProgram, "utf8"))?.[1] ?? "";
  return (await import(pathToFileURL(join(root, "dist", file)).href)).runCommandLine;
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** A folder that is removed when the scope that holds it ends: `using folder = temporaryFolder()`. */
export function temporaryFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), "flowc-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The events of a stream; throws for a line that is not JSON. */
export function eventsOf(stream: string): readonly Record<string, unknown>[] {
  const lines = stream.split("\n");
  if (lines.pop() !== "") throw new Error("the stream does not end with a line end");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
