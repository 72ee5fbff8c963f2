import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Decisions } from "../../4-emit/decisions.ts";
import type { Plan } from "../../nouns/plan.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";
import { type CoveragePoint, coveragePoints } from "../../testing/coverage/coverage-points.ts";
import { ObservedRuns } from "../../testing/coverage/observed-runs.ts";
import { buildRunnable } from "../run/run-build.ts";
import { loadTemporary } from "../run/temporary-bundle.ts";
import type { LoadedBundle } from "../shared/bundle-cache.ts";
import { type Context, LostOutput, UsageError } from "../shared/context.ts";
import { makeFolder } from "../shared/make-folder.ts";
import { putInPlace } from "../shared/put-in-place.ts";

/** What is asked of the coverage of tests. */
export interface CoverageRequest {
  /** Where its files go. */
  readonly folder: string;
  /** The least that is enough, in per cent; undefined: any is. */
  readonly least: number | undefined;
}

const usualFolder = "coverage";

/** What the options ask for; undefined where they do not. Throws UsageError for what is not a number. */
export function coverageRequest(options: {
  readonly coverage: boolean;
  readonly "coverage-file": string | undefined;
  readonly "min-coverage": string | undefined;
}): CoverageRequest | undefined {
  const { coverage, "coverage-file": folder, "min-coverage": written } = options;
  if (!coverage && folder === undefined && written === undefined) return undefined;
  const least = written === undefined ? undefined : Number(written);
  if (least !== undefined && !(least >= 0 && least <= 100 && written?.trim() !== ""))
    throw new UsageError(`--min-coverage takes a number from 0 to 100, not "${written}"`);
  return { folder: folder ?? usualFolder, least };
}

/** What the tests of several workflows cover. */
export class CoverageCollector {
  readonly #points: CoveragePoint[] = [];

  /** Hands a bundle of the workflow to `use` that counts which ways its runs go. */
  async collect(
    { plan, syntax }: { readonly plan: Plan; readonly syntax: WorkflowSyntax | undefined },
    context: Context,
    use: (bundle: LoadedBundle) => Promise<unknown>,
  ): Promise<void> {
    const decisions = new Decisions();
    const files = await buildRunnable(plan, { decisions }, context);
    const { bundle, remove } = await loadTemporary(files);
    const runs = new ObservedRuns();
    try {
      await use({ ...bundle, ...runs.observe(bundle) });
    } finally {
      remove();
    }
    const counters = bundle.coverage ?? [];
    const routes = syntax?.declaredRoutes ?? [];
    this.#points.push(...coveragePoints({ plan, routes, decisions: decisions.found, counters, runs }));
  }

  /** The table; its files are written. */
  async report({ folder }: CoverageRequest, { workingFolder }: Context): Promise<string> {
    if (this.#points.length === 0) return "coverage: nothing was counted, as no test could run";
    const [{ coverageTable }, { lcov }, { coveragePage }] = await Promise.all([
      import("../../testing/coverage/coverage-table.ts"),
      import("../../testing/coverage/lcov.ts"),
      import("../../testing/coverage/coverage-page.ts"),
    ]);
    const files = { "lcov.info": lcov(this.#points), "index.html": coveragePage(this.#points) };
    write(resolve(workingFolder, folder), files);
    return coverageTable(this.#points);
  }

  /** What to say where it is less than what is asked for. */
  async shortfall({ least }: CoverageRequest): Promise<string | undefined> {
    const { coveredWays, percentOf } = await import("../../testing/coverage/coverage-table.ts");
    const percent = percentOf(coveredWays(this.#points));
    return least === undefined || percent >= least ? undefined : `coverage is ${percent} %, less than ${least} %`;
  }
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    makeFolder(folder);
    putInPlace(
      Object.entries(files).map(([name, text]) => ({
        path: join(folder, name),
        write: (aside: string) => writeFileSync(aside, text),
      })),
    );
  } catch (error) {
    throw new LostOutput(`cannot write into ${folder}: ${(error as Error).message}`);
  }
}
