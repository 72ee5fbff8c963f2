import { namesSecret } from "../../3-check/secrets/names.ts";
import type { Plan } from "../../nouns/plan.ts";
import { variablesIn } from "../../tree/variables-in.ts";
import { environmentNames } from "../environment-names.ts";
import type { Workload } from "./workload.ts";

/** Leads workers to the database of their runs. */
const databaseVariable = "FLOWC_DATABASE_URL";

/**
 * The variables that a workflow reads, as references: those that name secrets, hold a caller's token or lead to a database
 * to a Secret, all others to a ConfigMap. Both are called like the workload, and somebody else's: no value is written.
 */
export function containerEnvironment(
  plan: Plan,
  { name, mode }: Pick<Workload, "name" | "mode">,
): readonly Readonly<Record<string, unknown>>[] {
  const target = mode === "worker" ? "dbos" : "command";
  const required = new Set([...plan.requiredEnvironment.map((variable) => variable.name), databaseVariable]);
  const guarded = new Set([...variablesIn(plan.connections), ...variablesIn(plan.apiServer?.token), databaseVariable]);
  return environmentNames(plan, target).map((variable) => {
    const optional = required.has(variable) ? {} : { optional: true };
    const reference = { name, key: variable, ...optional };
    const secret = namesSecret(variable) || guarded.has(variable);
    return { name: variable, valueFrom: { [secret ? "secretKeyRef" : "configMapKeyRef"]: reference } };
  });
}
