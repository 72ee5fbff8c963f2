import type { Plan } from "../../nouns/plan.ts";
import { UsageError } from "../shared/context.ts";

/** The platform of a function of AWS Lambda: the one that is named, else that of most. Throws UsageError for others. */
export function lambdaPlatform(named: string | undefined): string {
  if (named === undefined) return "linux-x64";
  if (named === "linux-x64" || named === "linux-arm64") return named;
  throw new UsageError(
    `--target lambda makes a function for linux-x64 or linux-arm64, which AWS Lambda has, but --platform is ${named}`,
  );
}

/** Throws UsageError for what cannot be a function: several workflows, as each has a folder of its own, and commands. */
export function refuseOtherThanServer([first, second]: readonly Plan[]): void {
  if (second !== undefined)
    throw new UsageError("--target lambda takes one workflow: a function has a folder of its own");
  if (first === undefined || first.server) return;
  throw new UsageError(
    `${first.source.path} is not a server workflow: --target lambda answers HTTP requests, so declare settings.apiServer.routes`,
  );
}
