import { resolve } from "node:path";
import { readSources } from "../1-load/load.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./cli.ts";
import { type Context, UsageError } from "./context.ts";
import { withBundle } from "./with-bundle.ts";

const valueOptions = ["input", "input-json", "file", "events-file", "output", "request", "host", "port"];
/** What is flowc's own to read. */
const ownOptions = ["no-cache", "watch"];
const flagOptions = ["events", "describe", "log"];

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
  const args = argv.map((argument) => argument.replace(/^--events=/, "--events-file="));
  const known = Object.fromEntries([
    ...valueOptions.map((name) => [name, { type: "string", multiple: true } as const]),
    ...flagOptions.map((name) => [name, { type: "boolean" } as const]),
    ...ownOptions.map((name) => [name, { type: "boolean" } as const]),
  ]);
  const { positionals, tokens } = readArguments({ args, options: known, allowPositionals: true, tokens: true });
  const [path, second] = positionals;
  if (path === undefined) throw new UsageError("run needs a workflow file or folder");
  if (second !== undefined) throw new UsageError(`run takes one workflow, found "${path}" and "${second}"`);
  const options = tokens.flatMap((token) =>
    token.kind === "option" && ownOptions.includes(token.name) ? [token] : [],
  );
  const own = new Set([...options, ...tokens.filter(({ kind }) => kind === "positional")].map(({ index }) => index));
  const given = (name: string): boolean => options.some((token) => token.name === name);
  const rest = args.filter((_argument, index) => !own.has(index));
  return { path, rest, cache: !given("no-cache"), watch: given("watch") };
}
