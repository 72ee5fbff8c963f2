import type { PlanEntry } from "../plan.ts";
import type { ExecutorSyntax, ScriptFile } from "../syntax.ts";
import { literalField } from "./resolve/literal-field.ts";
import type { ValueContext } from "./resolve/value.ts";

export type Scripts = ReadonlyMap<string, ScriptFile>;

/** The options of a Python block: the text of `scriptFile` becomes its script, and a name for tracebacks joins it. */
export function withScript(
  executor: ExecutorSyntax,
  options: readonly PlanEntry[],
  scripts: Scripts,
  { resource, report }: ValueContext,
): readonly PlanEntry[] {
  const name = literalField(executor, "scriptFile");
  const span = executor.fields.get("scriptFile")?.span ?? executor.keySpan;
  const label: PlanEntry = { key: "name", value: { kind: "constant", value: name ?? `${resource?.id}.py`, span } };
  if (name === undefined) return [label, ...options];
  const file = scripts.get(name);
  if (file?.kind !== "text") {
    report("schema", span, `the scriptFile "${name}" cannot be read: ${file?.message ?? "no such file or folder"}`, {
      help: "its path starts at the workflow's folder",
    });
  }
  const text = file?.kind === "text" ? file.text : "";
  const script: PlanEntry = { key: "script", value: { kind: "constant", value: text, span } };
  return [label, script, ...options.filter(({ key }) => key !== "scriptFile")];
}
