import type { Plan } from "../nouns/plan.ts";

/**
 * Whether a run may open an SQLite file, for which a bundle needs the addon of its platform. `isShared`: the memory is in the
 * database that keeps the runs.
 */
export function usesSqlite(plan: Plan, isShared = false): boolean {
  if (plan.connections.some(({ drivers }) => drivers.includes("sqlite"))) return true;
  if (isShared) return false;
  const resources = [...plan.resources, ...plan.components.flatMap((component) => component.resources)];
  return resources.some(({ action }) => action?.runtime === "memory");
}
