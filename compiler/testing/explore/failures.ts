import { executorOf } from "../../executors/list.ts";
import type { Plan } from "../../nouns/plan.ts";
import { expressionsIn } from "../../tree/plan-expressions.ts";
import type { Failures } from "./case-values.ts";
import { secretOf, secretVariables } from "./environment.ts";
import type { AskingPlace } from "./places.ts";

const classes: Readonly<Record<string, readonly string[]>> = {
  exec: ["tool_runtime", "timeout"],
  python: ["tool_runtime", "timeout"],
  httpClient: ["infra", "timeout", "provider"],
  chat: ["provider", "infra", "timeout"],
  sql: ["tool_runtime", "infra", "timeout"],
};

/** The failures that the executor at a place may meet, each by itself. Their messages repeat the secrets that it was given. */
export function failuresAt({ place, resource }: AskingPlace, plan: Plan): readonly Failures[] {
  const read = new Set(expressionsIn([resource]).flatMap((node) => (node.kind === "environment" ? [node.name] : [])));
  const secrets = secretVariables(plan)
    .filter((name) => read.has(name))
    .map(secretOf);
  const said = ["it does not work", ...secrets].join(": ");
  const key = executorOf(resource)?.key ?? "";
  const failures = (classes[key] ?? ["infra"]).map((failureClass) => ({
    fails: { class: failureClass, message: said },
  }));
  return [...failures, ...(mayHang.has(key) ? [{ takes: forEver }] : [])].map((failure) => ({ [place]: failure }));
}

/** Executors for which nobody stops waiting but a timeout: the others hear nothing for some minutes, and give up. */
const mayHang = new Set(["exec", "python", "sql"]);
const forEver = "9999h";
