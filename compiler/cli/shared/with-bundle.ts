import { join } from "node:path";
import type { WorkflowTool } from "../../../runtime-lib/run/tool.ts";
import type { WorkflowSources } from "../../1-load/read-sources.ts";
import { cachedBundle, fileIn, type LoadedBundle, loadBundle, noteScripts } from "./bundle-cache.ts";
import { type Context, UsageError } from "./context.ts";
import { readWorkflow } from "./read-workflow.ts";
import { workflowPaths } from "./workflow-paths.ts";

/** How a bundle is found. */
export interface BundleRequest {
  readonly sources: WorkflowSources;
  /** Of `flowc run`: they say where errors go. */
  readonly argv: readonly string[];
  /** False: it is built anew, and nothing is kept. */
  readonly cache: boolean;
  /** True: the bundle can keep its runs. */
  readonly journal?: boolean;
}

/**
 * Builds the workflow, unless an earlier run has, and hands that very bundle to `use`. Where it does not compile its
 * errors are reported, and the exit code is 3. `file` is the bundle's; undefined where it is in no file.
 */
export async function withBundle(
  { sources, argv, cache, journal = false }: BundleRequest,
  context: Context,
  use: (bundle: LoadedBundle, file: string | undefined) => Promise<number>,
): Promise<number> {
  const entry = cache ? cachedBundle(sources, context, journal) : undefined;
  const known = await loadBundle(entry);
  if (known !== undefined) return use(known, fileIn(entry));
  const { buildForRun, keepInCache } = await import("../run/run-build.ts");
  const built = await buildForRun(sources, { argv, journal }, context);
  if (typeof built === "number") return built;
  const { files, scripts } = built;
  if (cache) noteScripts(sources, context, scripts);
  const folder = cache ? cachedBundle(sources, context, journal) : undefined;
  const kept = keepInCache(folder, files) ? await loadBundle(folder) : undefined;
  if (kept !== undefined) return use(kept, fileIn(folder));
  const { loadTemporary } = await import("../run/temporary-bundle.ts");
  const { bundle, file, remove } = await loadTemporary(files);
  try {
    return await use(bundle, file);
  } finally {
    remove();
  }
}

/** The same for all workflows that these arguments stand for: every one compiles, or none is used. */
export async function withBundles(
  { paths, cache, journal }: { readonly paths: readonly string[] } & Pick<BundleRequest, "cache" | "journal">,
  context: Context,
  use: (bundles: readonly LoadedBundle[]) => Promise<number>,
): Promise<number> {
  const sources = workflowPaths(paths, context).map((path) => readWorkflow(path, context));
  const next = (index: number, bundles: readonly LoadedBundle[]): Promise<number> => {
    const source = sources[index];
    if (source === undefined) return use(bundles);
    const request = { sources: source, argv: [], cache, journal: journal === true };
    return withBundle(request, context, (bundle) => next(index + 1, [...bundles, ofSources(bundle, source)]));
  };
  return next(0, []);
}

/** The bundle with a tool that knows where the workflow's files are: it lies elsewhere itself. */
function ofSources(bundle: LoadedBundle, { folder, workflow }: WorkflowSources): LoadedBundle {
  const { tool } = bundle;
  const call: WorkflowTool["call"] = (input, options) => tool.call(input, { ...options, folder });
  const path = join(folder, workflow.name);
  const record: WorkflowTool["record"] = tool.record && ((how) => tool.record?.({ ...how, workflow: path }));
  const own = { call: { value: call, enumerable: true }, record: { value: record } };
  return { ...bundle, tool: Object.create(tool, own) };
}

/** What helps where two workflows have one name, which two without one in files of one name have. */
export const namesOfTheirOwn =
  "give each a metadata.name of its own; a workflow without one has the name of its file, whatever its folder";

/** Refuses workflows that agents could not distinguish. */
export function refuseSameTools(bundles: readonly LoadedBundle[]): void {
  const names = new Set<string>();
  for (const { tool } of bundles) {
    if (names.has(tool.name))
      throw new UsageError(`two of the workflows would both be the tool "${tool.name}": ${namesOfTheirOwn}`);
    names.add(tool.name);
  }
}
