import type { PreflightSettings } from "../../nouns/executor.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { Located } from "../../nouns/source.ts";

/** That Python is there, with what `agentSettings` says of it. */
export function preparePython({ python: { packages, version } }: PreflightSettings): readonly PlanAction[] {
  const span = packages[0]?.span;
  const options: readonly PlanEntry[] = [
    ...(span === undefined
      ? []
      : [{ key: "packages", value: { kind: "list", items: packages.map(text), span } as const }]),
    ...(version === undefined ? [] : [{ key: "version", value: text(version) }]),
  ];
  return [{ runtime: "preparePython", options }];
}

function text({ value, span }: Located<string>): PlanEntry["value"] {
  return { kind: "constant", value, span };
}
