import type { PlanValue } from "../nouns/plan-value.ts";

/** A value as its author wrote it, on one line or as the lines of a text: what only a run knows stays `{{ … }}`. */
export function writtenValue(value: PlanValue): string {
  switch (value.kind) {
    case "constant":
      return String(value.value);
    case "expression":
      return `{{ ${value.expression.text ?? "…"} }}`;
    case "template":
      return value.parts.map((part) => (typeof part === "string" ? part : `{{ ${part.text ?? "…"} }}`)).join("");
    case "list":
      return `[${value.items.map(writtenValue).join(", ")}]`;
    case "map":
      return `{ ${value.entries.map((entry) => `${entry.key}: ${writtenValue(entry.value)}`).join(", ")} }`;
    case "schema":
      return JSON.stringify(value.schema);
  }
}
