import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readSources, type WorkflowSources } from "../1-load/load.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { type Context, UsageError } from "./context.ts";

const valueOptions = ["input", "input-json", "file", "events-file", "output", "request"];
const flagOptions = ["events", "describe"];

/** `flowc run PATH`: builds the workflow, unless an earlier run has, and executes that very bundle in this process. */
export const run: Command = async (argv, context) => {
  try {
    return await buildAndRun(argv, context);
  } catch (error) {
    if (!(error instanceof UsageError) || !argv.includes("--events")) throw error;
    const { emitFailure } = await import("./run-events.ts");
    await emitFailure({ name: "flowc", message: error.message, failureClass: "preflight" }, argv);
    return 2;
  }
};

async function buildAndRun(argv: readonly string[], context: Context): Promise<number> {
  const { path, rest, cache } = splitArguments(argv);
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  const cached = join(context.cacheFolder, "bundles", cacheKey(sources, context));
  const known = cache ? await load(join(cached, "workflow.mjs")) : undefined;
  if (known !== undefined) return known.main(rest);
  const { buildForRun, keepInCache } = await import("./run-build.ts");
  const built = await buildForRun(sources, rest, context);
  if (typeof built === "number") return built;
  const kept = cache && keepInCache(cached, built) ? await load(join(cached, "workflow.mjs")) : undefined;
  if (kept !== undefined) return kept.main(rest);
  const temporary = mkdtempSync(join(tmpdir(), "flowc-"));
  try {
    keepInCache(join(temporary, "bundle"), built);
    const bundle = await load(join(temporary, "bundle", "workflow.mjs"));
    if (bundle === undefined) throw new Error("the bundle cannot be loaded");
    return await bundle.main(rest);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

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
  const { positionals, tokens } = readArguments({ args, options, allowPositionals: true, tokens: true });
  const [path, second] = positionals;
  if (path === undefined) throw new UsageError("run needs a workflow file or folder");
  if (second !== undefined) throw new UsageError(`run takes one workflow, found "${path}" and "${second}"`);
  const noCache = tokens.filter((token) => token.kind === "option" && token.name === "no-cache");
  const own = new Set([...noCache, ...tokens.filter(({ kind }) => kind === "positional")].map(({ index }) => index));
  return { path, rest: args.filter((_argument, index) => !own.has(index)), cache: noCache.length === 0 };
}

/** The sources, the compiler and the machine, which decide what the bundle is, and the configuration: whether it is. */
function cacheKey({ hash, config }: WorkflowSources, { version, build }: Context): string {
  const parts = [hash, config?.text ?? "", version, build, process.platform, process.arch];
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/** The bundle, or undefined where there is none or it is damaged. */
async function load(bundle: string): Promise<{ main(argv: readonly string[]): Promise<number> } | undefined> {
  if (!existsSync(bundle)) return undefined;
  try {
    return await import(pathToFileURL(bundle).href);
  } catch {
    rmSync(dirname(bundle), { recursive: true, force: true });
    return undefined;
  }
}
