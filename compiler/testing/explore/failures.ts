import type { Plan } from "../../nouns/plan.ts";
import { expressionsIn } from "../../tree/plan-expressions.ts";
import { explorationOf } from "./answers.ts";
import type { Failures } from "./case-values.ts";
import { secretOf, secretVariables } from "./environment.ts";
import type { AskingPlace } from "./places.ts";

/** The failures that the executor at a place may meet, each by itself. Their messages repeat the secrets that it was given. */
export function failuresAt(at: AskingPlace, plan: Plan): readonly Failures[] {
  const read = new Set(
    expressionsIn([at.resource]).flatMap((node) => (node.kind === "environment" ? [node.name] : [])),
  );
  const secrets = secretVariables(plan)
    .filter((name) => read.has(name))
    .map(secretOf);
  const said = ["it does not work", ...secrets].join(": ");
  const { failures = [], mayHang = false } = explorationOf(at) ?? {};
  const answers = failures.map((failureClass) => ({ fails: { class: failureClass, message: said } }));
  return [...answers, ...(mayHang && !plan.server ? [{ takes: forEver }] : [])].map((answer) => ({
    [at.place]: answer,
  }));
}

/** So long takes what never comes. */
export const forEver = "9999h";
