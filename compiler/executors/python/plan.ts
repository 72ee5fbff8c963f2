import type { PlanTools } from "../../nouns/executor.ts";
import { LineIndex } from "../../nouns/lines.ts";
import type { PlanAction } from "../../nouns/plan-resource.ts";
import type { PlanEntry } from "../../nouns/plan-value.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import type { ScriptFile } from "../../nouns/script-file.ts";
import { literalField } from "../../tree/literal-field.ts";
import { withOutput } from "../output-fields.ts";

/** A script: the text of `scriptFile` becomes it, and a name for tracebacks joins it, or its place in the YAML. */
export function planPython(executor: ExecutorSyntax, tools: PlanTools): PlanAction {
  const { resource, scripts, report } = tools;
  const options = withOutput(executor, tools);
  const name = literalField(executor, "scriptFile");
  const span = executor.fields.get("scriptFile")?.span ?? executor.keySpan;
  const label: PlanEntry = { key: "name", value: { kind: "constant", value: name ?? `${resource}.py`, span } };
  if (name === undefined) return { runtime: "python", options: [label, ...options, ...placeOf(options)] };
  const file = scripts.get(name);
  if (file?.kind !== "text") {
    report("invalid-path", span, `the scriptFile "${name}" cannot be read: ${problemOf(file)}`, {
      help: "its path starts at the workflow's folder",
    });
  }
  const text = file?.kind === "text" ? file.text : "";
  const script: PlanEntry = { key: "script", value: { kind: "constant", value: text, span } };
  return { runtime: "python", options: [label, script, ...options.filter(({ key }) => key !== "scriptFile")] };
}

/** Why a file is not text that can be read. */
function problemOf(file: ScriptFile | undefined): string {
  if (file?.kind === "folder") return "it is a folder";
  return file?.kind === "problem" ? file.message : "no such file or folder";
}

/** Where a script begins that stands in the YAML line by line: its tracebacks have the lines of that file. */
function placeOf(options: readonly PlanEntry[]): readonly PlanEntry[] {
  const script = options.find(({ key }) => key === "script")?.value;
  if (script?.kind !== "constant" && script?.kind !== "template") return [];
  const { span } = script;
  const { source, start, end } = span;
  const isLiteral = source.text[start] === "|";
  // Lines of other scalars are folded.
  if (!isLiteral && source.text.slice(start, end).includes("\n")) return [];
  const line = new LineIndex().at(source, start).line + (isLiteral ? 1 : 0);
  const constant = (value: string | number): PlanEntry["value"] => ({ kind: "constant", value, span });
  return [
    { key: "file", value: constant(source.name) },
    { key: "line", value: constant(line) },
  ];
}
