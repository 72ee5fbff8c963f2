import type { PlanConnection } from "../../nouns/plan.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import { constantText, optionOf } from "../../tree/plan-option.ts";

/** Whether it is one statement that is known to change nothing. */
export function onlySelects(action: PlanAction): boolean {
  return optionOf(action, "queries") === undefined && onlyReads(constantText(optionOf(action, "query")) ?? "");
}

const writing = /\b(?:into|for|insert|update|delete|merge)\b|;\s*\S/i;
/** What may stand before a parenthesis and changes nothing; functions of the database's own may do anything. */
const harmless = new Set(
  "and as avg by coalesce count distinct exists from in length lower max min not nullif on or over round select sum total upper values where".split(
    " ",
  ),
);

/** One SELECT that stores nothing, locks nothing and calls none but well-known functions. */
function onlyReads(statement: string): boolean {
  const called = [...statement.matchAll(/([\w"]+)\s*\(/g)].map(([, name = ""]) => name.toLowerCase());
  return /^\s*select\b/i.test(statement) && !writing.test(statement) && called.every((name) => harmless.has(name));
}

/** Whether its database may be elsewhere. */
export function leavesMachine(action: PlanAction, connections: readonly PlanConnection[]): boolean {
  return driversOf(action, connections).some((driver) => driver !== "sqlite");
}

/** Whether SQLite's addon must be there: not where only a run knows which database it is. */
export function needsSqlite(action: PlanAction, connections: readonly PlanConnection[]): boolean {
  const drivers = driversOf(action, connections);
  return drivers.length > 0 && drivers.every((driver) => driver === "sqlite");
}

function driversOf(action: PlanAction, connections: readonly PlanConnection[]): readonly string[] {
  return connections.find(({ name }) => name === action.connection)?.drivers ?? [];
}
