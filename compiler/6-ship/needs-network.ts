import { allResources } from "../describe/effects.ts";
import { executorOf } from "../executors/list.ts";
import type { Plan } from "../nouns/plan.ts";

/** Whether a run may speak with other machines, as far as can be known: a command may always. */
export function needsNetwork(plan: Plan): boolean {
  return allResources(plan).some((resource) => {
    const { action } = resource;
    return action !== undefined && (executorOf(resource)?.leavesMachine?.(action, plan.connections) ?? true);
  });
}
