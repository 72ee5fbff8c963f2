import type { Report } from "../../nouns/diagnostic.ts";
import type { MapNode } from "../../nouns/node.ts";
import type { Plan } from "../../nouns/plan.ts";
import { didYouMean } from "../../spelling/nearest.ts";

/** Looks at the inputs that a test gives: where the workflow declares its inputs, there are no others. */
export function checkInputs(inputs: MapNode, { declaredInputs }: Plan, report: Report): void {
  if (declaredInputs === undefined) return;
  const names = declaredInputs.map(({ name }) => name);
  for (const { key, keySpan } of inputs.entries) {
    if (names.includes(key)) continue;
    const help = didYouMean(key, names) ?? `inputs: ${names.join(", ")}`;
    report("unknown-name", keySpan, `the workflow declares no input "${key}"`, { help });
  }
}
