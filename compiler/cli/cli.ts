import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { didYouMean } from "../nearest.ts";
import type { CommandName } from "./command-table/table.ts";
import { type Context, print, say, UsageError, versions } from "./context.ts";
import { makeFolder } from "./make-folder.ts";

/** One command: arguments after its name in, exit code out. */
export type Command = (argv: readonly string[], context: Context) => Promise<number>;

/** Loaded only when called, so that `run` does not pay for the compiler. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  init: async () => (await import("./init.ts")).init,
  check: async () => (await import("./check.ts")).check,
  build: async () => (await import("./build.ts")).build,
  run: async () => (await import("./run.ts")).run,
  openapi: async () => (await import("./openapi.ts")).openapi,
  eval: async () => (await import("./eval.ts")).evaluate,
  explain: async () => (await import("./explain.ts")).explain,
  graph: async () => (await import("./graph.ts")).graph,
  mcp: async () => (await import("./mcp.ts")).mcp,
  agent: async () => (await import("./agent.ts")).agent,
  completion: async () => (await import("./completion.ts")).completion,
  component: async () => (await import("./component.ts")).component,
  verify: async () => (await import("./verify.ts")).verify,
};

/**
 * Runs flowc with these arguments; resolves to the exit code (spec section 6): what the command says, 2 for bad usage,
 * 70 for a bug in flowc.
 */
export async function runCommandLine(argv: readonly string[], packageFolder: string): Promise<number> {
  const [name = "", ...rest] = argv;
  try {
    const context = newContext(packageFolder);
    keepCompiledCode(join(context.cacheFolder, "v8"));
    return await dispatch(name, rest, context);
  } catch (error) {
    if (error instanceof UsageError) {
      say(`error: ${error.message}`);
      return 2;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`flowc ${versions().version} has a bug; please report it with the text below\n${text}`);
    return 70;
  }
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
  if (name === "-V" || name === "--version") return shown(`flowc ${context.version}`);
  if (name === "-h" || name === "--help" || name === "help") {
    const [about = "help"] = rest;
    if (about !== "help" && !about.startsWith("-") && !isCommand(about)) throw unknownCommand(about);
    return shown(await helpPage(rest));
  }
  if (name === "") throw new UsageError("no command given; see flowc --help");
  if (!isCommand(name)) throw unknownCommand(name);
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (options.includes("-h") || options.includes("--help")) return shown(await helpPage([name, ...options]));
  if (options.includes("-V") || options.includes("--version")) return shown(`flowc ${context.version}`);
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
  return (await import("./help.ts")).help(first, second);
}

async function shown(text: string): Promise<number> {
  await print(text);
  return 0;
}

function newContext(packageFolder: string): Context {
  const { XDG_CACHE_HOME } = process.env;
  const base = XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : join(homedir(), ".cache");
  return { packageFolder, workingFolder: workingFolder(), cacheFolder: join(base, "flowc"), ...versions() };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError("the working folder is gone");
  }
}
