import type { PlanExpression } from "../nouns/plan-expression.ts";
import type { PlanValue } from "../nouns/plan-value.ts";

/** What is shown of an expression; undefined: it is, as it is written. */
type Shown = (expression: PlanExpression) => string | undefined;

/**
 * A value as its author wrote it, on one line or as the lines of a text: what only a run knows stays `{{ … }}`. `known` gives
 * what stands for an expression.
 */
export function writtenValue(value: PlanValue, known: Shown = () => undefined): string {
  const inner = (one: PlanValue): string => writtenValue(one, known);
  const shown = (expression: PlanExpression): string => known(expression) ?? `{{ ${expression.text ?? "…"} }}`;
  switch (value.kind) {
    case "constant":
      return String(value.value);
    case "expression":
      return shown(value.expression);
    case "template":
      return value.parts.map((part) => (typeof part === "string" ? part : shown(part))).join("");
    case "list":
      return `[${value.items.map(inner).join(", ")}]`;
    case "map":
      return `{ ${value.entries.map((entry) => `${entry.key}: ${inner(entry.value)}`).join(", ")} }`;
    case "schema":
      return JSON.stringify(value.schema);
  }
}
