import { durableProblems } from "../../6-ship/durable-problems.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";

/**
 * Whether what is built with `--target dbos` can run on many machines; what stands against it has been said. Throws
 * UsageError for a server workflow: requests are answered by one process, while a client waits.
 */
export function canBeDurable(plans: readonly Plan[], context: Context): boolean {
  const server = plans.find((plan) => plan.server);
  if (server !== undefined)
    throw new UsageError(`${server.source.path} is a server workflow, which --target dbos does not take`);
  const problems = plans.flatMap(durableProblems);
  sayFindings(problems, context);
  return problems.every(({ severity }) => severity === "warning");
}
