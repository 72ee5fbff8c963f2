import { durableProblems } from "../../6-ship/durable-problems.ts";
import type { Plan } from "../../nouns/plan.ts";
import { sayFindings } from "../shared/check-at.ts";
import { type Context, UsageError } from "../shared/context.ts";

/**
 * Whether what is built with `--target dbos` can run on many machines; what stands against it has been said. Throws
 * UsageError for the image of a server workflow: images are workers, which have no port.
 */
export function canBeDurable(plans: readonly Plan[], { docker, target }: ImageAsked, context: Context): boolean {
  const server = plans.find((plan) => plan.server);
  if (server !== undefined && (docker || target === "dbos-kubernetes"))
    throw new UsageError(
      `${server.source.path} is a server workflow, and an image for many machines is a worker: build the bundle with --target dbos alone`,
    );
  const problems = plans.flatMap(durableProblems);
  sayFindings(problems, context);
  return problems.every(({ severity }) => severity === "warning");
}

/** Whether an image is made beside the bundle. */
interface ImageAsked {
  readonly docker: boolean;
  readonly target: string;
}
