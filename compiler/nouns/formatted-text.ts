import type { PlanValue } from "./plan-value.ts";

/**
 * How a text is read in which values have places of their own: a JSON text, fields of a form, a URL, a header, a path, the
 * connection string of a database.
 */
export type TextFormat = "json" | "form" | "url" | "header" | "path" | "connection";

/** A text of an action that is read so; of lists and maps, each text in them. */
export interface FormattedText {
  readonly format: TextFormat;
  readonly text: PlanValue;
}
