import type { PlanAction, PlanConnection, PlanEntry, PlanResource } from "../plan.ts";
import type { Located, WorkflowSyntax } from "../syntax.ts";

/** What can be known before the first resource: that connection strings can be read, that Python is there. */
export function planPreflight(
  resources: readonly PlanResource[],
  connections: readonly PlanConnection[],
  { python }: WorkflowSyntax,
): readonly PlanAction[] {
  const checks = connections.map(({ name }) => ({ runtime: "checkSqlConnection", options: [], connection: name }));
  if (!resources.some(({ action }) => action?.runtime === "python")) return checks;
  const { packages, version } = python;
  const span = packages[0]?.span;
  const options: readonly PlanEntry[] = [
    ...(span === undefined
      ? []
      : [{ key: "packages", value: { kind: "list", items: packages.map(text), span } as const }]),
    ...(version === undefined ? [] : [{ key: "version", value: text(version) }]),
  ];
  return [...checks, { runtime: "preparePython", options }];
}

/** What can be known of the machine alone: that SQLite's addon is there, unless only a run knows which database it is. */
export function planMachine(
  resources: readonly PlanResource[],
  connections: readonly PlanConnection[],
): readonly string[] {
  const usesMemory = resources.some(({ action }) => action?.runtime === "memory");
  const usesSqlite = connections.some(({ drivers }) => drivers.every((driver) => driver === "sqlite"));
  return usesMemory || usesSqlite ? ["checkSqlite"] : [];
}

function text({ value, span }: Located<string>): PlanEntry["value"] {
  return { kind: "constant", value, span };
}
