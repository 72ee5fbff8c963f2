import { findExecutor } from "../../executors/list.ts";
import { firstHoleIn } from "../../languages/script-text.ts";
import type { ExecutorSyntax } from "../../nouns/resource-syntax.ts";
import { spelling } from "../../spelling/fixes.ts";
import type { Rule } from "./rule.ts";

/** Reads of `inputs["name"]` in scripts whose inputs are written out and have no such name. */
export const pythonInputs: Rule = (context) => {
  for (const { parts, script, executor, spanOf } of context.embedded.of("python")) {
    const known = inputsOf(executor);
    // A file may be the script of several resources.
    if (known === undefined || spanOf(0, 0).source !== executor.keySpan.source) continue;
    for (const { name, start, end } of context.languages.python?.(parts).inputs ?? []) {
      if (known.includes(name) || firstHoleIn(script.holes, { start, end }) !== -1) continue;
      const at = spanOf(start, end);
      const help = known.length === 0 ? "the script has no inputs" : `inputs: ${known.join(", ")}`;
      const extras = { help, ...spelling(name, known, at), severity: "warning" as const };
      context.report("unknown-name", at, `"${name}" is not one of the inputs of this script`, extras);
    }
  }
};

/** The names that the script finds in `inputs`; undefined where only a run knows them. */
function inputsOf({ key, fields }: ExecutorSyntax): readonly string[] | undefined {
  const known = Object.entries(findExecutor(key)?.fields ?? {}).find(([, { given }]) => given === "inputs");
  const inputs = fields.get(known?.[0] ?? "");
  if (inputs === undefined) return [];
  return inputs.kind === "map" ? inputs.entries.map((entry) => entry.key.value) : undefined;
}
