import type { Report } from "../../nouns/diagnostic.ts";
import type { MapNode } from "../../nouns/node.ts";
import type { Plan } from "../../nouns/plan.ts";
import { didYouMean } from "../../spelling/nearest.ts";

/**
 * Looks at the inputs that a test gives: where the workflow declares its inputs, there are no others. Else any name may be
 * given, and slips are doubts.
 */
export function checkInputs(inputs: MapNode, { declaredInputs, inputs: read }: Plan, report: Report): void {
  if (declaredInputs === undefined) {
    doubtInputs(
      inputs,
      read.map(({ name }) => name),
      report,
    );
    return;
  }
  const names = declaredInputs.map(({ name }) => name);
  for (const { key, keySpan } of inputs.entries) {
    if (names.includes(key)) continue;
    const help = didYouMean(key, names) ?? `inputs: ${names.join(", ")}`;
    report("unknown-name", keySpan, `the workflow declares no input "${key}"`, { help });
  }
}

/** A name that nothing reads, and that is nearly one that is read. */
function doubtInputs(inputs: MapNode, names: readonly string[], report: Report): void {
  for (const { key, keySpan } of inputs.entries) {
    const help = names.includes(key) ? undefined : didYouMean(key, names);
    if (help !== undefined)
      report("unknown-name", keySpan, `nothing reads an input "${key}"`, { help, severity: "warning" });
  }
}
