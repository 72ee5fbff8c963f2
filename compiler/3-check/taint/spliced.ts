import type { PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Word } from "./commands/word.ts";

/** A value that a template puts into a text. */
export interface Spliced {
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
}

/** A text with the values in it; constants are text. */
export function splicedText(text: PlanValue): Word<Spliced> {
  if (text.kind === "constant") return [String(text.value ?? "")];
  const parts = text.kind === "template" ? text.parts : text.kind === "expression" ? [text.expression] : [];
  return parts.map((part) => {
    if (typeof part === "string") return part;
    return part.kind === "constant" && part.type.kind === "string" ? String(part.value) : { expression: part, text };
  });
}
