import { join } from "node:path";
import type { OutputFile } from "../../5-bundle/bundle.ts";
import { actionProblems } from "../../6-ship/github-action.ts";
import { scheduleEnding } from "../../6-ship/github-schedule.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";
import { refuseForeign } from "./refuse-foreign.ts";

/** Hosts whose label is `ubuntu-latest`, where most steps run, whatever machine builds the action. */
export const actionPlatform = "linux-x64";

/**
 * Whether what is built with `--target github-action` can be an action; where not, it has been said why. Throws
 * UsageError for several workflows, as there is one action.yml in a folder, and for a server workflow.
 */
export function canBeAction(plans: readonly Plan[], context: Context): boolean {
  const [first, second] = plans;
  if (second !== undefined)
    throw new UsageError("--target github-action takes one workflow: an action has a folder of its own");
  if (first?.server) {
    throw new UsageError(
      `${first.source.path} is a server workflow, which cannot be an action: it answers requests and never ends`,
    );
  }
  const problems = plans.flatMap(actionProblems);
  sayFindings(problems, context);
  return problems.length === 0;
}

/** Throws where the folder has an action.yml, or the schedule beside it, of somebody else. */
export function refuseForeignAction(files: readonly OutputFile[], folder: string): void {
  for (const file of files) {
    if (file.kind !== "text" || !(file.name === "action.yml" || file.name.endsWith(scheduleEnding))) continue;
    refuseForeign(join(folder, file.name), file.text, "--target github-action");
  }
}
