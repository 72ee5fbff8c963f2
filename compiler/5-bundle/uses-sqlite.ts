import type { Plan } from "../nouns/plan.ts";

/** Whether a run may open an SQLite file, for which a bundle needs the addon of its platform. */
export function usesSqlite(plan: Plan): boolean {
  const resources = [...plan.resources, ...plan.components.flatMap((component) => component.resources)];
  return (
    resources.some(({ action }) => action?.runtime === "memory") ||
    plan.connections.some(({ drivers }) => drivers.includes("sqlite"))
  );
}
