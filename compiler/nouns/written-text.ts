import type { Span } from "./source.ts";

/** Stands for a template in a text of another language: a character that no language gives a meaning. */
export const hole = "\ue000";

/** The text of a field as another language reads it, each template one `hole`. */
export interface WrittenText {
  readonly text: string;
  /** The range in the file of what stands from `start` up to `end` in `text`. */
  readonly spanOf: (start: number, end: number) => Span;
}
