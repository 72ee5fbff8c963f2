import type { PlanEntry } from "../../nouns/plan.ts";
import type { ShellSettings } from "../../nouns/shell-settings.ts";
import type { ExecutorSyntax } from "../../nouns/syntax.ts";

/** The options of a command, with what `settings` says of all scripts where its own block leaves that open. */
export function withShell(
  { keySpan }: ExecutorSyntax,
  options: readonly PlanEntry[],
  settings: ShellSettings,
): readonly PlanEntry[] {
  const given = Object.entries<string | boolean>({ ...settings });
  const added = given.filter(([name]) => !options.some(({ key }) => key === name));
  return [
    ...options,
    ...added.map(([key, value]) => ({ key, value: { kind: "constant", value, span: keySpan } as const })),
  ];
}
