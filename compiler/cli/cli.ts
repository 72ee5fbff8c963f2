import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { didYouMean } from "../spelling/nearest.ts";
import type { CommandName } from "./command-table/table.ts";
import { findCacheFolder } from "./shared/cache-folder.ts";
import { type Command, type Context, LostOutput, type Output, UsageError, versions } from "./shared/context.ts";
import { makeFolder } from "./shared/make-folder.ts";
import { standardOutput } from "./shared/standard-output.ts";

/** What flowc takes of the process that it runs in; `process` is one. */
export interface Surroundings extends Pick<Context, "stdin" | "stderr"> {
  readonly env: Context["environment"];
  /** Throws where the working folder is gone. */
  readonly cwd: () => string;
}

/** Where the compiler is installed, what is around it and where it writes. */
export interface Start {
  readonly packageFolder: string;
  readonly surroundings: Surroundings;
  /** Standard output and standard error, unless something else is given. */
  readonly output?: Output;
}

/** Loaded only when called, so that `run` does not pay for the compiler. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  init: async () => (await import("./init/init.ts")).init,
  check: async () => (await import("./check/check.ts")).check,
  build: async () => (await import("./build/build.ts")).build,
  run: async () => (await import("./run/run.ts")).run,
  dev: async () => (await import("./dev/dev.ts")).dev,
  runs: async () => (await import("./runs/runs.ts")).runs,
  resume: async () => (await import("./runs/resume.ts")).resume,
  report: async () => (await import("./report/report.ts")).report,
  test: async () => (await import("./test/test.ts")).test,
  openapi: async () => (await import("./openapi/openapi.ts")).openapi,
  eval: async () => (await import("./eval/eval.ts")).evaluate,
  explain: async () => (await import("./explain/explain.ts")).explain,
  graph: async () => (await import("./graph/graph.ts")).graph,
  mcp: async () => (await import("./mcp/mcp.ts")).mcp,
  agent: async () => (await import("./agent/agent.ts")).agent,
  completion: async () => (await import("./completion/completion.ts")).completion,
  component: async () => (await import("./component/component.ts")).component,
  verify: async () => (await import("./verify/verify.ts")).verify,
};

/**
 * Runs flowc with these arguments; resolves to the exit code (spec section 6): what the command says, 2 for bad usage,
 * 1 where its output was lost, 70 for a bug in flowc.
 */
export async function runCommandLine(
  argv: readonly string[],
  { packageFolder, surroundings, output = standardOutput }: Start,
): Promise<number> {
  const [name = "", ...rest] = argv;
  try {
    const context = newContext(packageFolder, surroundings, output);
    if (context.cacheFolder !== undefined) keepCompiledCode(join(context.cacheFolder, "v8"));
    return await dispatch(name, rest, context);
  } catch (error) {
    return reportError(error, output);
  }
}

/** Says why a command ended early, where standard error takes it; the exit code. */
function reportError(error: unknown, { say }: Output): number {
  const [code, text] = ending(error);
  try {
    say(text);
  } catch {
    // then the exit code is all there is
  }
  return code;
}

function ending(error: unknown): readonly [number, string] {
  if (error instanceof UsageError) return [2, `error: ${error.message}`];
  if (error instanceof LostOutput) return [1, `error: ${error.message} [infra]`];
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [70, `flowc ${versions().version} has a bug; please report it with the text below\n${text}`];
}

/** V8's compiled code from start to start; without a folder for it flowc only starts slower. */
function keepCompiledCode(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    enableCompileCache(folder);
  } catch {
    // a read-only home, for example
  }
}

async function dispatch(name: string, rest: readonly string[], context: Context): Promise<number> {
  if (name === "-V" || name === "--version") return shown(`flowc ${context.version}`, context);
  if (name === "-h" || name === "--help" || name === "help") {
    const [about = "help"] = rest;
    if (about !== "help" && !about.startsWith("-") && !isCommand(about)) throw unknownCommand(about);
    return shown(await helpPage(rest), context);
  }
  if (name === "") throw new UsageError("no command given; see flowc --help");
  if (!isCommand(name)) throw unknownCommand(name);
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (options.includes("-h") || options.includes("--help")) return shown(await helpPage([name, ...options]), context);
  if (options.includes("-V") || options.includes("--version")) return shown(`flowc ${context.version}`, context);
  return (await commands[name]())(rest, context);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function unknownCommand(name: string): UsageError {
  const hint = didYouMean(name, Object.keys(commands)) ?? "see flowc --help";
  return new UsageError(`unknown command "${name}"; ${hint}`);
}

async function helpPage([first, second]: readonly string[]): Promise<string> {
  return (await import("./shared/help.ts")).help(first, second);
}

async function shown(text: string, { print }: Output): Promise<number> {
  await print(text);
  return 0;
}

/** What a command works with, in these surroundings. */
export function newContext(packageFolder: string, surroundings: Surroundings, output: Output): Context {
  return {
    packageFolder,
    workingFolder: workingFolderOf(surroundings),
    cacheFolder: findCacheFolder(surroundings.env),
    environment: surroundings.env,
    // Not looked at before they are used: a process opens them then.
    get stdin() {
      return surroundings.stdin;
    },
    get stderr() {
      return surroundings.stderr;
    },
    ...versions(),
    ...output,
  };
}

function workingFolderOf({ cwd }: Surroundings): string {
  try {
    return cwd();
  } catch {
    throw new UsageError("the working folder is gone");
  }
}
