import { UsageError } from "../shared/context.ts";

/** What was asked of `flowc test`, as far as not all of it goes together. */
export interface AskedOptions {
  readonly explore: boolean;
  readonly "explore-file": string | undefined;
  readonly record: boolean;
  readonly update: boolean;
  readonly watch: boolean;
  readonly seed: string | undefined;
  readonly coverage: boolean;
  readonly "coverage-file": string | undefined;
  readonly "min-coverage": string | undefined;
}

/** Throws UsageError for options of which one would be without effect, or would do harm, beside the other. */
export function refuseCombinations(asked: AskedOptions): void {
  const explores = asked.explore || asked["explore-file"] !== undefined;
  const ofTests = {
    record: asked.record,
    update: asked.update,
    watch: asked.watch,
    coverage: asked.coverage || asked["coverage-file"] !== undefined,
    "min-coverage": asked["min-coverage"] !== undefined,
  };
  for (const [other, isAsked] of Object.entries(ofTests))
    if (explores && isAsked) throw new UsageError(`--explore runs no tests: it does not go with --${other}`);
  if (!explores && asked.seed !== undefined) throw new UsageError("--seed goes with --explore");
  if (asked.record && asked.watch)
    throw new UsageError("--record does not go with --watch: each change would run everything for real");
}
