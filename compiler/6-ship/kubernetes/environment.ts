import { namesSecret } from "../../3-check/secrets/names.ts";
import type { Plan } from "../../nouns/plan.ts";
import { variablesIn } from "../../tree/variables-in.ts";
import { environmentNames } from "../environment-names.ts";

/**
 * The variables that a workflow reads, as references: those that name secrets, hold a caller's token or lead to a database
 * to a Secret, all others to a ConfigMap. Both are called like the workload, and somebody else's: no value is written.
 */
export function containerEnvironment(plan: Plan, name: string): readonly Readonly<Record<string, unknown>>[] {
  const required = new Set(plan.requiredEnvironment.map((variable) => variable.name));
  const guarded = new Set([...variablesIn(plan.connections), ...variablesIn(plan.apiServer?.token)]);
  return environmentNames(plan, "command").map((variable) => {
    const optional = required.has(variable) ? {} : { optional: true };
    const reference = { name, key: variable, ...optional };
    const secret = namesSecret(variable) || guarded.has(variable);
    return { name: variable, valueFrom: { [secret ? "secretKeyRef" : "configMapKeyRef"]: reference } };
  });
}
