import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanAction, PlanEntry } from "../../nouns/plan.ts";
import type { ExecutorSyntax } from "../../nouns/syntax.ts";

/** A command: what `settings` says of all scripts joins what its own block leaves open. */
export function planExec({ keySpan }: ExecutorSyntax, { options, shell }: PlanTools): PlanAction {
  const entries: readonly PlanEntry[] = Object.entries(shell).flatMap(([key, value]) =>
    options.some((option) => option.key === key)
      ? []
      : [{ key, value: { kind: "constant", value, span: keySpan } as const }],
  );
  return { runtime: "exec", options: [...options, ...entries] };
}
