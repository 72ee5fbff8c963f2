import { platforms, thisPlatform } from "../../5-bundle/addon.ts";
import { usesSqlite } from "../../compile.ts";
import type { Plan } from "../../nouns/plan.ts";
import { UsageError } from "../shared/context.ts";

/** What is to be built, and for which platform; undefined: this machine's own. */
export interface PlatformRequest {
  readonly platform: string | undefined;
  readonly executable: boolean;
}

/**
 * Throws UsageError where a workflow needs an addon that does not exist for its platform, or an executable a Node that
 * does not run here.
 */
export function checkPlatform(
  plans: readonly Plan[],
  { platform, executable }: PlatformRequest,
  own: string = thisPlatform(),
): void {
  const wanted = platform ?? own;
  if (executable && wanted !== own)
    throw new UsageError(`--exe packs the Node that runs flowc, which is for ${own}: for ${wanted} build there`);
  const needy = plans.find((plan) => usesSqlite(plan));
  if (needy === undefined || platforms.includes(wanted)) return;
  const remedy = "for another machine, give --platform";
  throw new UsageError(
    `"${needy.name}" uses SQLite, which is not available for ${wanted}; known: ${platforms.join(", ")}; ${remedy}`,
  );
}
