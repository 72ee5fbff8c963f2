import { executorOf, executors } from "../../executors/list.ts";
import type { PlanConnection } from "../../nouns/plan.ts";
import type { PlanAction, PlanResource } from "../../nouns/plan-resource.ts";
import type { WorkflowSyntax } from "../../nouns/syntax.ts";

/** What can be known before the first resource: that connection strings can be read, and what executors ask for. */
export function planPreflight(
  resources: readonly PlanResource[],
  connections: readonly PlanConnection[],
  workflow: WorkflowSyntax,
): readonly PlanAction[] {
  const used = new Set(resources.flatMap((resource) => (resource.action === undefined ? [] : executorOf(resource))));
  return [
    ...connections.map(({ name }) => ({ runtime: "checkSqlConnection", options: [], connection: name })),
    ...executors.flatMap((executor) => (used.has(executor) ? (executor.preflight?.(workflow) ?? []) : [])),
  ];
}

/** Functions of the runtime library that look for what actions need of the machine, each once, sorted. */
export function planMachine(
  resources: readonly PlanResource[],
  connections: readonly PlanConnection[],
): readonly string[] {
  const checks = resources.flatMap((resource) => {
    const { action } = resource;
    return (action && executorOf(resource)?.machine?.(action, connections)) ?? [];
  });
  return [...new Set(checks)].sort();
}
