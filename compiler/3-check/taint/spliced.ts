import type { PlanExpression, PlanValue } from "../../nouns/plan.ts";
import type { Word } from "./commands/word.ts";

/** A value that a template puts into a text. */
export interface Spliced {
  readonly expression: PlanExpression;
  /** The whole text with its templates. */
  readonly text: PlanValue;
  /** What has become of it on the way from there, where anything has. */
  readonly since?: Since;
}

/** `unquoted`: a shell has taken its quotes away. `variable`: a script reads it by the name of a variable or an input. */
export type Since = "unquoted" | "variable" | "quoted variable";

/** A text with the values in it; constants are text. */
export function splicedText(text: PlanValue | undefined): Word<Spliced> {
  switch (text?.kind) {
    case "constant":
      return [String(text.value ?? "")];
    case "expression":
      return [part(text.expression, text)];
    case "template":
      return text.parts.map((piece) => (typeof piece === "string" ? piece : part(piece, text)));
    default:
      return [];
  }
}

/** The same of data: of lists and maps, the texts that are in them. */
export function splicedData(data: PlanValue): Word<Spliced> {
  if (data.kind === "list") return data.items.flatMap(splicedData);
  return data.kind === "map" ? data.entries.flatMap(({ value }) => splicedData(value)) : splicedText(data);
}

/** The same text where something has become of its values. */
export function since(text: Word<Spliced>, what: Since): Word<Spliced> {
  return text.map((piece) => (typeof piece === "string" ? piece : { ...piece, since: what }));
}

/** Only the values of a text. */
export function onlyValues(text: Word<Spliced>): Word<Spliced> {
  return text.filter((piece) => typeof piece !== "string");
}

function part(expression: PlanExpression, text: PlanValue): string | Spliced {
  const isText = expression.kind === "constant" && expression.type.kind === "string";
  return isText ? String(expression.value) : { expression, text };
}
