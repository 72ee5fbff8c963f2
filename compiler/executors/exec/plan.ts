import type { PlanTools } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { outputOf, withOutput } from "../output-fields.ts";

/** A command: what `settings` says of all scripts joins what its own block leaves open. */
export function planExec(block: ExecutorSyntax, tools: PlanTools): PlanAction {
  const options = isText(block) ? tools.options.filter(({ key }) => key !== "output") : withOutput(block, tools);
  const entries: readonly PlanEntry[] = Object.entries(tools.shell).flatMap(([key, value]) =>
    options.some((option) => option.key === key)
      ? []
      : [{ key, value: { kind: "constant", value, span: block.keySpan } as const }],
  );
  return { runtime: isText(block) ? "exec" : "execValue", options: [...options, ...entries] };
}

/** True where the value is stdout as it is. */
export function isText(block: ExecutorSyntax): boolean {
  return (outputOf(block) ?? "text") === "text";
}
