import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readSources, type WorkflowSources } from "../1-load/load.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { type Context, UsageError } from "./context.ts";

const valueOptions = ["input", "input-json", "file", "events-file", "output", "request"];
const flagOptions = ["events", "describe"];

/** `flowc run PATH`: builds the workflow, unless an earlier run has, and executes that very bundle in this process. */
export const run: Command = async (argv, context) => {
  const { path, rest, cache } = splitArguments(argv);
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  const cached = join(context.cacheFolder, "bundles", cacheKey(sources, context));
  const bundle = join(cached, "workflow.mjs");
  if (cache && existsSync(bundle)) return execute(bundle, rest);
  const { buildForRun, keepInCache } = await import("./run-build.ts");
  const built = await buildForRun(sources, rest, context);
  if (typeof built === "number") return built;
  if (cache && keepInCache(cached, built)) return execute(bundle, rest);
  const temporary = mkdtempSync(join(tmpdir(), "flowc-"));
  try {
    keepInCache(join(temporary, "bundle"), built);
    return await execute(join(temporary, "bundle", "workflow.mjs"), rest);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
};

interface RunArguments {
  readonly path: string;
  /** What the bundle reads. */
  readonly rest: readonly string[];
  readonly cache: boolean;
}

/** Finds PATH and flowc's own options; everything else is the bundle's. */
function splitArguments(argv: readonly string[]): RunArguments {
  const args = argv.map((argument) => argument.replace(/^--events=/, "--events-file="));
  const options = Object.fromEntries([
    ...valueOptions.map((name) => [name, { type: "string", multiple: true } as const]),
    ...flagOptions.map((name) => [name, { type: "boolean" } as const]),
    ["no-cache", { type: "boolean" } as const],
  ]);
  const { positionals } = readArguments({ args, options, allowPositionals: true });
  const [path, second] = positionals;
  if (path === undefined) throw new UsageError("run needs a workflow file or folder");
  if (second !== undefined) throw new UsageError(`run takes one workflow, found "${path}" and "${second}"`);
  const { tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
  const noCache = tokens.filter((token) => token.kind === "option" && token.name === "no-cache");
  const own = new Set([...noCache, ...tokens.filter(({ kind }) => kind === "positional")].map(({ index }) => index));
  return { path, rest: args.filter((_argument, index) => !own.has(index)), cache: noCache.length === 0 };
}

/** The sources, the compiler and the machine: all that decides what the bundle is. */
function cacheKey(sources: WorkflowSources, { version, build }: Context): string {
  const parts = [sources.hash, version, build, process.platform, process.arch];
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

async function execute(bundle: string, argv: readonly string[]): Promise<number> {
  const module = (await import(pathToFileURL(bundle).href)) as { main(argv: readonly string[]): Promise<number> };
  return module.main(argv);
}
