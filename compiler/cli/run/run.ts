import { resolve } from "node:path";
import type { flags } from "../../../runtime-lib/command/flags.ts";
import type { Values } from "../../../runtime-lib/command/option.ts";
import type { storeFlags } from "../../../runtime-lib/store/flags.ts";
import { runSpec } from "../command-table/run.ts";
import { readArguments, UnknownOption } from "../shared/arguments.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { type Command, type Context, UsageError } from "../shared/context.ts";
import { loadTelemetry } from "../shared/load-telemetry.ts";
import { readWorkflow } from "../shared/read-workflow.ts";
import { withBundle } from "../shared/with-bundle.ts";
import type { DryRunOptions } from "./dry-run.ts";
import type { ReportOptions } from "./report.ts";

/** What is flowc's own to read; all other options are the bundle's. */
const ownOptions: readonly string[] = ["no-cache", "watch", "dry-run", "report", "prices", "sandbox", "allow"];

/** `flowc run PATH`: builds the workflow, unless an earlier run has, and executes that very bundle in this process. */
export const run: Command = async (argv, context) => {
  try {
    return await buildAndRun(argv, context);
  } catch (error) {
    if (!(error instanceof UsageError) || !argv.includes("--events")) throw error;
    const { emitFailure } = await import("./run-events.ts");
    await emitFailure({ name: "flowc", message: error.message, failureClass: "preflight" }, argv, context);
    return 2;
  }
};

async function buildAndRun(argv: readonly string[], context: Context): Promise<number> {
  const { path, rest, cache, watch, dryRun, journal, report, sandbox } = await readOwn(argv, context);
  if (dryRun !== undefined) return (await import("./dry-run.ts")).dryRun(path, dryRun, context);
  if (watch) return (await import("./watch.ts")).watchAndRun(path, rest, context);
  const sources = readWorkflow(path, context);
  return withBundle({ sources, argv: rest, cache, journal }, context, async (bundle, file) => {
    if (sandbox !== undefined) return sandboxed({ bundle, file, path, rest, sandbox, folder: sources.folder }, context);
    const host = {
      folder: sources.folder,
      workflow: resolve(context.workingFolder, path),
      ciLog: await ciLogFor(sources.folder, bundle, context),
      telemetry: loadTelemetry,
    };
    if (report === undefined) return bundle.main(rest, host);
    const { runWithReport } = await import("./report.ts");
    return runWithReport({ bundle, sources, argv: rest, host, ...report }, context);
  });
}

interface SandboxedBundle extends Pick<RunArguments, "path" | "rest"> {
  readonly bundle: LoadedBundle;
  readonly file: string | undefined;
  readonly folder: string;
  readonly sandbox: readonly string[];
}

async function sandboxed({ bundle, file, path, rest, sandbox, folder }: SandboxedBundle, context: Context) {
  if (file === undefined) throw new UsageError("--sandbox needs a folder to write the bundle to; set TMPDIR to one");
  const { runInSandbox } = await import("./sandbox.ts");
  const host = { folder, workflow: resolve(context.workingFolder, path) };
  return runInSandbox({ file, describe: bundle.describe, argv: rest, allowed: sandbox, host }, context);
}

/** Where the run is shown in the log of a service of continuous integration. */
async function ciLogFor(folder: string, bundle: LoadedBundle, { environment, workingFolder }: Context) {
  if (environment["GITHUB_ACTIONS"] !== "true" && environment["GITLAB_CI"] !== "true") return undefined;
  const { ciLog } = await import("../../../runtime-lib/github/ci-log.ts");
  const { name } = bundle.describe as { readonly name: string };
  return ciLog({ environment, workingFolder, folder, name });
}

interface RunArguments {
  readonly path: string;
  /** What the bundle reads. */
  readonly rest: readonly string[];
  readonly cache: boolean;
  readonly watch: boolean;
  /** Something is asked of a store of runs. */
  readonly journal: boolean;
  readonly dryRun: DryRunOptions | undefined;
  readonly report: ReportOptions | undefined;
  /** Paths of `--allow`; undefined without `--sandbox`. */
  readonly sandbox: readonly string[] | undefined;
}

/** The arguments; of an option that is unknown it is said where the workflow has an input of that name. */
async function readOwn(argv: readonly string[], context: Context): Promise<RunArguments> {
  try {
    return splitArguments(argv);
  } catch (error) {
    if (!(error instanceof UnknownOption)) throw error;
    throw await (await import("../shared/input-option.ts")).asInput(error, argv, context);
  }
}

/** Finds PATH and flowc's own options; everything else is the bundle's. */
function splitArguments(argv: readonly string[]): RunArguments {
  const { values, positionals, args, tokens } = readArguments(runSpec, argv);
  const ownTokens = tokens.filter(({ kind, name = "" }) => kind === "positional" || ownOptions.includes(name));
  const own = new Set(
    ownTokens.flatMap(({ index, inlineValue }) => (inlineValue === false ? [index, index + 1] : [index])),
  );
  const rest = args.filter((_argument, index) => !own.has(index));
  const handedOn = values as unknown as Values<typeof flags & typeof storeFlags>;
  const { only, request } = handedOn;
  const cache = !values["no-cache"];
  const dryRun = values["dry-run"] ? { only, request, argv: rest, cache } : undefined;
  const report = reportOptions(values);
  const asked = values as unknown as Readonly<Record<string, unknown>>;
  const many = ["watch", "dry-run", "scheduled"].find((name) => asked[name]);
  if (report !== undefined && many !== undefined) throw new UsageError(`--report shows one run; leave out --${many}`);
  if (values.watch && asked["scheduled"]) throw new UsageError("--watch runs at each change; leave out --scheduled");
  const journal = asksStore(handedOn);
  if (dryRun !== undefined && (values.watch || journal))
    throw new UsageError("--dry-run runs nothing; leave out --watch, --record, --journal and --from");
  if (journal && values.watch) throw new UsageError("--watch keeps no runs; leave out --record, --journal and --from");
  return {
    path: positionals[0],
    rest,
    cache,
    watch: values.watch,
    journal,
    dryRun,
    report,
    sandbox: sandboxOptions(values),
  };
}

function sandboxOptions(values: {
  sandbox: boolean;
  allow: readonly string[];
  watch: boolean;
  report?: string | undefined;
}) {
  const { sandbox, allow, watch, report } = values;
  if (!sandbox && allow.length > 0) throw new UsageError("--allow goes with --sandbox");
  if (sandbox && (watch || report !== undefined))
    throw new UsageError(`--sandbox runs a process of its own; leave out ${watch ? "--watch" : "--report"}`);
  return sandbox ? allow : undefined;
}

function asksStore(values: Values<typeof storeFlags>): boolean {
  const { journal, "journal-file": file, record, "record-file": folder, run: id, from, of } = values;
  return journal || record || [file, folder, id, from, of].some((value) => value !== undefined);
}

function reportOptions({ report, prices }: { report: string | undefined; prices: string | undefined }) {
  if (prices !== undefined && report === undefined) throw new UsageError("--prices goes with --report FILE");
  return report === undefined ? undefined : { file: report, prices };
}
