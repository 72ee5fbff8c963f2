import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { runSpec } from "./command-table/run.ts";
import { type Context, UsageError } from "./context.ts";
import { withBundle } from "./with-bundle.ts";

/** What is flowc's own to read; all other options are the bundle's. */
const ownOptions: readonly string[] = ["no-cache", "watch"];

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
  const { path, rest, cache, watch } = splitArguments(argv);
  if (watch) return (await import("./watch.ts")).watchAndServe(path, rest, context);
  const sources = readSources(resolve(context.workingFolder, path), context.workingFolder);
  if (sources.kind === "problem") throw new UsageError(sources.message);
  return withBundle({ sources, argv: rest, cache }, context, (bundle) => bundle.main(rest));
}

interface RunArguments {
  readonly path: string;
  /** What the bundle reads. */
  readonly rest: readonly string[];
  readonly cache: boolean;
  readonly watch: boolean;
}

/** Finds PATH and flowc's own options; everything else is the bundle's. */
function splitArguments(argv: readonly string[]): RunArguments {
  const { values, positionals, args, tokens } = readArguments(runSpec, argv);
  const ownTokens = tokens.filter(({ kind, name = "" }) => kind === "positional" || ownOptions.includes(name));
  const own = new Set(ownTokens.map(({ index }) => index));
  const rest = args.filter((_argument, index) => !own.has(index));
  return { path: positionals[0], rest, cache: !values["no-cache"], watch: values.watch };
}
