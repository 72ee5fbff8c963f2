import { Secrets } from "../../../runtime-lib/run/secrets.ts";
import type { Environment } from "../shared/context.ts";

/**
 * The result of a run without the values of these variables, which are those that the workflow reads: a command prints its
 * result as it is, but pages are handed on.
 */
export function maskedResult(value: unknown, names: readonly string[], environment: Environment): unknown {
  const secrets = new Secrets();
  for (const name of names) {
    const secret = environment[name];
    if (secret !== undefined) secrets.add(secret);
  }
  return masked(value, secrets);
}

function masked(value: unknown, secrets: Secrets): unknown {
  if (typeof value === "string") return secrets.redact(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [secrets.redact(key), masked(one, secrets)]));
}
